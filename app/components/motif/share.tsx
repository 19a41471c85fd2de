// A percentage as a drawing of a hundred knots: as many are tied as the number says, and the rest are small dots.
import { Knots } from "./knots";
import { createRandom, hash, type Point, ties } from "./ties";

const SIDE = 10;

/** Path data of the tied and the open points. @param share 0 to 100; tied points are counted from the bottom row up */
export function sharePaths(share: number) {
  const random = createRandom(hash(`share/${share}`));
  const points = Array.from({ length: SIDE * SIDE }, (_, i): Point => {
    const row = SIDE - 1 - Math.floor(i / SIDE);
    return [8 + (i % SIDE) * 16 + random() * 1.6, 8 + row * 16 + random() * 1.6];
  });
  return { tied: ties(points.slice(0, share), random), open: ties(points.slice(share)) };
}

export function ShareCloth({ share }: { share: number }) {
  const { tied, open } = sharePaths(share);
  return (
    <svg className="ties w-full overflow-visible" viewBox="0 0 162 162" aria-hidden="true">
      <Knots path={tied} width={11} sun />
      <path d={open} className="stroke-ring" strokeWidth="3" />
    </svg>
  );
}
