// A partner's name as a strip with one tie per letter, in place of a logo. Vowels are marigold.
import { Knots } from "./knots";
import { createRandom, hash, type Point, ties } from "./ties";

const ROW = 8;
const PITCH = 16;

/** Path data of a name's letters in rows of eight, and the height of the drawing in user units. */
export function rosterDrawing(name: string) {
  const random = createRandom(hash(name));
  const letters = [...name.toLowerCase()].filter((character) => /\p{L}/u.test(character));
  const plain: Point[] = [];
  const vowels: Point[] = [];
  for (const [i, letter] of letters.entries()) {
    const point: Point = [8 + (i % ROW) * PITCH + random() * 1.5, 8 + Math.floor(i / ROW) * PITCH + random() * 1.5];
    (/[aeiou]/.test(letter) ? vowels : plain).push(point);
  }
  return { plain: ties(plain, random), vowels: ties(vowels, random), height: Math.ceil(letters.length / ROW) * PITCH };
}

export function Roster({ name }: { name: string }) {
  const { plain, vowels, height } = rosterDrawing(name);
  return (
    <svg className="ties" viewBox={`0 0 ${ROW * PITCH} ${height}`} aria-hidden="true">
      <Knots path={plain} width={11} />
      <Knots path={vowels} width={11} sun />
    </svg>
  );
}
