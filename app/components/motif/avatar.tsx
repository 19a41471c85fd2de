// An avatar drawn from a name: a ring with one tie per letter. Vowels are marigold.
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { createRandom, hash, type Point, ties } from "./ties";

const OUTER_MAX = 22;
const LETTERS_MAX = 40;
const CENTER = 320;
const VOWEL = /[aeiou]/;
const TITLE = /^(dr|prof|mr|mrs|ms|shri|smt)\.? /i;

/** The letters of a name, in lower case and without accents. */
function letters(name: string): string[] {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return [...plain].filter((character) => /\p{L}/u.test(character));
}

/** The first letters of the first and the last word of a name, without a title such as "Dr.". */
export function initials(name: string): string {
  const words = name.replace(TITLE, "").trim().split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}

/** The path data of an avatar of 640 x 640 units. From the 23rd letter on ties are on a second ring; letters after the 40th are left out. */
export function avatarDrawing(name: string) {
  const random = createRandom(hash(name));
  const all = letters(name).slice(0, LETTERS_MAX);
  const hasVowel = all.some((letter) => VOWEL.test(letter));
  const plain: Point[] = [];
  const vowels: Point[] = [];
  const place = (ring: string[], radius: number, start: number) => {
    for (const [i, letter] of ring.entries()) {
      const angle = ((-90 + (360 * i) / ring.length + (random() - 0.5) * 3) * Math.PI) / 180;
      // Without a Latin vowel the first letter is marigold.
      const isSun = hasVowel ? VOWEL.test(letter) : start + i === 0;
      (isSun ? vowels : plain).push([CENTER + radius * Math.cos(angle), CENTER + radius * Math.sin(angle)]);
    }
  };
  place(all.slice(0, OUTER_MAX), 254, 0);
  place(all.slice(OUTER_MAX), 200, OUTER_MAX);
  return {
    plain: ties(plain),
    vowels: ties(vowels),
    eyes: ties([...plain, ...vowels]),
    isDense: Math.min(all.length, OUTER_MAX) > 16,
    hasSecondRing: all.length > OUTER_MAX,
    initials: initials(name),
  };
}

interface AvatarProps {
  name: string;
  /** True for initials on a filled circle; false for the ring alone. */
  withInitials?: boolean;
  /** For another size than the default. */
  className?: string;
}

/** A decoration beside a name, hidden from assistive technology. */
export function Avatar({ name, withInitials = true, className }: AvatarProps) {
  const drawing = avatarDrawing(name);
  const width = drawing.isDense ? 50 : 60;
  return (
    <AvatarCloth className={className} isBare={!withInitials}>
      <g fill="none" strokeLinecap="round">
        {drawing.plain && (
          <path
            d={drawing.plain}
            className={cx("av-ring", !withInitials && "forced-colors:stroke-canvas-text")}
            strokeWidth={width}
          />
        )}
        {drawing.vowels && <path d={drawing.vowels} className="av-vowel" strokeWidth={width} />}
        <path d={drawing.eyes} className="av-eye" strokeWidth={drawing.isDense ? 15 : 18} />
      </g>
      {withInitials && (
        <text
          x={CENTER}
          y={drawing.hasSecondRing ? 372 : 386}
          textAnchor="middle"
          className="av-text"
          fontSize={drawing.hasSecondRing ? 150 : 190}
        >
          {drawing.initials}
        </text>
      )}
    </AvatarCloth>
  );
}

/** An avatar for small sizes: only the initials, as large as possible. */
export function SmallAvatar({ name, className }: Pick<AvatarProps, "name" | "className">) {
  return (
    <AvatarCloth className={className}>
      <text x={CENTER} y={422} textAnchor="middle" className="av-text" fontSize={290}>
        {initials(name)}
      </text>
    </AvatarCloth>
  );
}

interface AvatarClothProps {
  className?: string | undefined;
  /** True without the filled circle. */
  isBare?: boolean;
  children: ReactNode;
}

function AvatarCloth({ className, isBare = false, children }: AvatarClothProps) {
  return (
    <svg className={cx("avatar", className)} viewBox="0 0 640 640" aria-hidden="true">
      {!isBare && <circle cx={CENTER} cy={CENTER} r={CENTER} className="av-cloth" />}
      {children}
    </svg>
  );
}
