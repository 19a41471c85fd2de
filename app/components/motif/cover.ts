// Draws the covers of stories. The category sets the colours and the story's id the layout. scripts/public-files writes them as files;
// the first cover of a page is inline in its HTML.
import { arc, createRandom, hash, type Point, type Random, ties } from "./ties";

const WIDTH = 320;
const HEIGHT = 200;
/** Chosen by trial, so that neighbouring covers on the stories page differ. */
const SALT = 886;

interface Dye {
  cloth: string;
  halo: string;
  ring: string;
  eye: string;
  /** The colour of the highlighted row or clusters. */
  accent: string;
}

/** One natural dye per category: indigo, turmeric, madder. The same colours in both themes. */
const DYES = {
  startup: { cloth: "#122859", halo: "#35508c", ring: "#f6f0e2", eye: "#122859", accent: "#f9ac1f" },
  success: { cloth: "#eda31f", halo: "#f7c768", ring: "#fffaf0", eye: "#7a3a10", accent: "#14244f" },
  collaboration: { cloth: "#6b1a24", halo: "#9a4a4a", ring: "#f9efe0", eye: "#6b1a24", accent: "#f9ac1f" },
} satisfies Record<string, Dye>;

export type DyeName = keyof typeof DYES;

interface Drawing {
  plain: Point[];
  accent: Point[];
  moon?: { center: Point; radius: number };
}

const isInside = ([x, y]: Point) => x > -5 && x < WIDTH + 5 && y > -5 && y < HEIGHT + 5;

/** Arcs over a half-risen disc. */
function sunrise(random: Random): Drawing {
  const center: Point = [70 + random() * 180, 188 + random() * 30];
  const gap = 27 + random() * 5;
  const accentRow = 1 + Math.floor(random() * 3);
  const drawing: Drawing = { plain: [], accent: [], moon: { center, radius: 25 } };
  for (let row = 0; row < 7; row++) {
    const radius = 50 + row * gap;
    const count = Math.round((radius * Math.PI) / (20 + row * 1.7));
    const points = arc({ center, radius, from: 3, to: 177, count }, random);
    (row === accentRow ? drawing.accent : drawing.plain).push(...points);
  }
  return drawing;
}

/** Zigzag rows, after the textile pattern dungar shahi (mountains). */
function mountains(random: Random): Drawing {
  const period = 92 + Math.floor(random() * 3) * 26;
  const height = 30 + random() * 16;
  const shift = random() * period;
  const accentRow = 1 + Math.floor(random() * 2);
  const drawing: Drawing = { plain: [], accent: [] };
  for (let row = 0; row < 5; row++) {
    for (let x = -4; x < WIDTH + 8; x += 14.2) {
      const t = ((x + shift) % period) / period;
      const y = 4 + row * 46 + height * (Math.abs(t - 0.5) * 2);
      (row === accentRow ? drawing.accent : drawing.plain).push([x + random(), y + random()]);
    }
  }
  return drawing;
}

/** Slanting rows, after the textile pattern leheriya (waves). */
function waves(random: Random): Drawing {
  const frequency = 1.2 + random();
  const height = 9 + random() * 9;
  const slope = (random() < 0.5 ? -1 : 1) * (0.1 + random() * 0.22);
  const phase = random() * 6;
  const accentRow = 2 + Math.floor(random() * 3);
  const drawing: Drawing = { plain: [], accent: [] };
  for (let row = -2; row < 8; row++) {
    for (let x = -4; x < WIDTH + 8; x += 15.5) {
      const y = 12 + row * 37 + slope * (x - WIDTH / 2) + height * Math.sin(phase + (frequency * x) / 50);
      (row === accentRow ? drawing.accent : drawing.plain).push([x + random() * 2, y + random() * 2]);
    }
  }
  return drawing;
}

/** Rings around a disc, with clusters of four around it, after the adire pattern "moon and fruits". */
function moon(random: Random): Drawing {
  const center: Point = [95 + random() * 130, 78 + random() * 44];
  const [cx, cy] = center;
  const drawing: Drawing = { plain: [], accent: [], moon: { center, radius: 24 } };
  for (const [i, radius] of [46, 68].entries()) {
    const isAccent = i === (random() < 0.5 ? 0 : 1);
    const count = Math.round(radius / 2.9);
    const points = arc({ center, radius, from: 0, to: 345, count, slack: 0.8 }, random);
    (isAccent ? drawing.accent : drawing.plain).push(...points);
  }
  const fruit: Point[] = [
    [-8, 0],
    [8, 0],
    [0, -8],
    [0, 8],
  ];
  for (let y = 18, row = 0; y < HEIGHT + 12; y += 42, row++) {
    for (let x = 16 + (row % 2) * 27; x < WIDTH + 20; x += 54) {
      if (Math.hypot(x - cx, y - cy) <= 98) continue;
      for (const [dx, dy] of fruit) drawing.plain.push([x + dx + random() * 2, y + dy + random() * 2]);
    }
  }
  return drawing;
}

const FOUR: Point[] = [
  [-9, 0],
  [9, 0],
  [0, -9],
  [0, 9],
];
const THREE: Point[] = [
  [-9, 6],
  [9, 6],
  [0, -9],
];

/** Clusters of three or four knots (trikunti, chaubandi), with one diagonal in the accent colour. */
function clusters(random: Random): Drawing {
  const isFour = random() < 0.5;
  const diagonal = Math.floor(random() * 4);
  const lean = random() < 0.5 ? 1 : -1;
  const drawing: Drawing = { plain: [], accent: [] };
  for (let y = 20, row = 0; y < HEIGHT + 20; y += 40, row++) {
    for (let x = 4 + (row % 2) * 26, column = 0; x < WIDTH + 20; x += 52, column++) {
      const flip = !isFour && (row + column) % 2 ? -1 : 1;
      const onDiagonal = (((column * 2 + (row % 2) + lean * row) % 7) + 7) % 7 === diagonal;
      const cluster = onDiagonal ? drawing.accent : drawing.plain;
      for (const [dx, dy] of isFour ? FOUR : THREE) {
        cluster.push([x + dx + random() * 2, y + dy * flip + random() * 2]);
      }
    }
  }
  return drawing;
}

const LAYOUTS = [sunrise, mountains, waves, moon, clusters] as const;

function moonSvg({ center: [x, y], radius }: NonNullable<Drawing["moon"]>, dye: Dye): string {
  const at = `cx="${Math.round(x)}" cy="${Math.round(y)}"`;
  return (
    `<circle ${at} r="${radius}" fill="${dye.accent}" stroke="${dye.halo}" stroke-width="5"/>` +
    `<circle ${at} r="8" fill="${dye.cloth}"/>`
  );
}

/**
 * A story's cover as the content of an SVG element of 320 x 200 user units. The same id and category give the same drawing. It contains
 * elements with ids, so a page can have only one inline.
 */
export function coverDrawing({ id, category }: { id: string; category: DyeName }): string {
  const dye = DYES[category];
  const random = createRandom(hash(`${id}/${category}/${SALT}`));
  const layout = LAYOUTS[Math.floor(random() * LAYOUTS.length)] ?? sunrise;
  const drawing = layout(random);
  const layer = (group: "plain" | "accent", color: string, width: number) =>
    `<use href="#cover-${group}" stroke="${color}" stroke-width="${width}"/>`;
  return (
    `<defs><path id="cover-plain" d="${ties(drawing.plain.filter(isInside), random)}"/>` +
    `<path id="cover-accent" d="${ties(drawing.accent.filter(isInside), random)}"/></defs>` +
    `<path fill="${dye.cloth}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><g fill="none" stroke-linecap="round">` +
    layer("plain", dye.halo, 12) +
    layer("accent", dye.halo, 14) +
    layer("plain", dye.ring, 7) +
    layer("accent", dye.accent, 9) +
    layer("plain", dye.eye, 2.4) +
    layer("accent", dye.cloth, 3) +
    `</g>${drawing.moon ? moonSvg(drawing.moon, dye) : ""}`
  );
}

/** A story's cover as an SVG document. */
export function coverSvg(story: { id: string; category: DyeName }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${coverDrawing(story)}</svg>`;
}
