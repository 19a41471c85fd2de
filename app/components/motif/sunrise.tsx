// The sunrise: nine arcs of ties over a half-risen sun; the third is marigold. "Navarambh" means a new beginning.
import { cx } from "class-variance-authority";
import { arc, createRandom, hash, type Point, ties } from "./ties";

const WIDTH = 600;
const HEIGHT = 300;
const SUN_RADIUS = 46;
const ROWS = 9;
const ROW_GAP = 27;
const ACCENT_ROW = 2;

/** Path data of the arcs in a drawing of 600 x 300 units: near, middle and far rows, and the marigold one. */
export function sunrisePaths(seed = "navarambh") {
  const random = createRandom(hash(seed));
  const near: Point[] = [];
  const middle: Point[] = [];
  const far: Point[] = [];
  const accent: Point[] = [];
  for (let row = 0; row < ROWS; row++) {
    const radius = SUN_RADIUS + 18 + row * ROW_GAP;
    const pitch = 12.5 + row * 1.55;
    const count = Math.round((Math.PI * radius) / pitch);
    const points = arc({ center: [WIDTH / 2, HEIGHT], radius, from: 1, to: 179, count, slack: 0.8 }, random);
    const rows = row === ACCENT_ROW ? accent : row < 4 ? near : row < 7 ? middle : far;
    rows.push(...points);
  }
  // Without a random pull: it would not be visible at this scale, and the path data are part of every page.
  return { near: ties(near), middle: ties(middle), far: ties(far), accent: ties(accent) };
}

const PATHS = sunrisePaths();

/** The SVG symbol that every `Sunrise` of the page refers to. Once per page. */
export function SunriseDefs() {
  return (
    <svg className="absolute" width="0" height="0" aria-hidden="true">
      <symbol id="sunrise" overflow="visible" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        <defs>
          <path id="s0" d={PATHS.near} />
          <path id="s1" d={PATHS.middle} />
          <path id="s2" d={PATHS.far} />
          <path id="s3" d={PATHS.accent} />
        </defs>
        <g fill="none" strokeLinecap="round">
          <use href="#s2" className="t-halo" strokeWidth="9" />
          <use href="#s2" className="t-far" strokeWidth="5" />
          <use href="#s2" className="t-eye" strokeWidth="1.5" />
          <use href="#s1" className="t-halo" strokeWidth="10.5" />
          <use href="#s1" className="t-mid" strokeWidth="6.5" />
          <use href="#s1" className="t-eye" strokeWidth="2" />
          <use href="#s0" className="t-halo" strokeWidth="11" />
          <use href="#s0" className="t-ring" strokeWidth="7.5" />
          <use href="#s0" className="t-eye" strokeWidth="2.3" />
          <use href="#s3" className="t-halo" strokeWidth="13" />
          <use href="#s3" className="t-sun" strokeWidth="9" />
          <use href="#s3" className="t-eye" strokeWidth="2.7" />
          <circle cx={WIDTH / 2} cy={HEIGHT} r={SUN_RADIUS} className="sun" />
          <circle cx={WIDTH / 2} cy={HEIGHT} r="35" className="t-eye" strokeWidth="2.5" strokeDasharray=".4 7 0 7.65" />
          <circle cx={WIDTH / 2} cy={HEIGHT} r="17" className="sun-eye" />
        </g>
      </symbol>
    </svg>
  );
}

/** A sunrise, for the dark "cloth" background. `className` sets its size and place. Needs `SunriseDefs` on the page. Not printed. */
export function Sunrise({ className }: { className?: string }) {
  return (
    <svg className={cx("sunrise print:hidden", className)} aria-hidden="true">
      <use href="#sunrise" />
    </svg>
  );
}
