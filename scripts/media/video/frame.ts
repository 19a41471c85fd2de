// Draws one frame of the launchpad video as SVG. The same frame number always gives the same picture.
import {
  EYE_SHARE,
  HALO_SHARE,
  INDIGO,
  INDIGO_SOFT,
  RINGS,
  SEAM_SHARE,
  STITCH_SIZE,
  STITCHES,
  SUN,
  SUN_EYE_SHARE,
  SUN_RADIUS,
} from "../../../app/components/motif/launchpad-cloth";
import type { Point } from "../../../app/components/motif/ties";
import { cameraAt, firstEyeSize } from "./camera";
import { FIRST_KNOT, KNOTS, type Knot, rippleAt } from "./cloth";
import { dyeEdge, dyeRadius } from "./dye";
import {
  easeInOut,
  easeOut,
  FRAME_COUNT,
  FRAME_HEIGHT,
  FRAME_WIDTH,
  FRAMES_PER_SECOND,
  mix,
  progress,
  spring,
  TIMELINE,
} from "./timeline";

const THREAD_DYED = "#38538d";
const { cotton: COTTON, turmeric: TURMERIC, pale: PALE, faint: THREAD } = RINGS;

/** The colours of knots under their thread on one ground. */
interface Ground {
  /** The cloth drawn together round a knot. */
  pucker: string;
  thread: string;
  /** Between two turns of the thread. */
  gap: string;
  /** The same thread where it runs from knot to knot. */
  run: string;
}

const GROUNDS = {
  cotton: { pucker: "#f2ead9", thread: THREAD, gap: "#2f4f96", run: PALE },
  cottonWet: { pucker: "#f7c877", thread: THREAD, gap: "#2f4f96", run: PALE },
  turmeric: { pucker: "#ea951e", thread: "#2f4f96", gap: "#2f4f96", run: "#b9812f" },
  turmericWet: { pucker: "#3b6a5c", thread: THREAD_DYED, gap: THREAD_DYED, run: "#35607a" },
  indigoWet: { pucker: "#183d6a", thread: THREAD_DYED, gap: THREAD_DYED, run: "#24417f" },
  indigo: { pucker: "#0b1a48", thread: THREAD_DYED, gap: THREAD_DYED, run: "#24417f" },
} satisfies Record<string, Ground>;

const OPENING_SECONDS = 0.6;
const RUN_SECONDS = 0.4;
const WINDING_TURNS = 3.25;
/** Above this zoom the turns of the thread are drawn. */
const NEAR_ZOOM_FROM = 1.6;

const n = (value: number) => Number(value.toFixed(2));

function dot(x: number, y: number, size: number, color: string, pull = 0): string {
  if (size <= 0) return "";
  return `<path d="M${n(x - pull / 2)} ${n(y)}h${pull}" stroke="${color}" stroke-width="${n(size)}"/>`;
}

/** The thread that runs to a knot from its neighbour, drawn as far as it has come or has not yet been pulled out. */
function run({ at: [x, y], threadFrom, tied, openedAt }: Knot, time: number, color: string): string {
  if (!threadFrom) return "";
  const [fromX, fromY] = threadFrom;
  const come = easeInOut(progress(time, { from: tied.from - RUN_SECONDS, to: tied.from }));
  const gone = easeInOut(progress(time, { from: openedAt, to: openedAt + RUN_SECONDS }));
  if (come === 0 || gone === 1) return "";
  const at = (share: number) => `${n(mix(fromX, x, share))} ${n(mix(fromY, y, share))}`;
  return `<path d="M${at(gone)}L${at(come)}" stroke="${color}" stroke-width="1.8"/>`;
}

/** Path data of the thread wound round a knot at (0, 0): out from the eye in turns that lie side by side. */
function winding(size: number): { path: string; width: number; length: number } {
  const inner = (size * EYE_SHARE) / 2;
  const width = (size / 2 - inner) / WINDING_TURNS;
  const steps = Math.ceil(WINDING_TURNS * 36);
  let path = "";
  let length = 0;
  let before: Point | null = null;
  for (let step = 0; step <= steps; step++) {
    const angle = (step / steps) * WINDING_TURNS * 2 * Math.PI - Math.PI / 2;
    const radius = mix(inner - width / 2, size / 2 - width / 2, step / steps);
    const now: Point = [radius * Math.cos(angle), radius * Math.sin(angle)];
    if (before) length += Math.hypot(now[0] - before[0], now[1] - before[1]);
    path += `${before ? "L" : "M"}${n(now[0])} ${n(now[1])}`;
    before = now;
  }
  return { path, width, length };
}

const WINDINGS = new Map([...new Set(KNOTS.map(({ size }) => size))].map((size) => [size, winding(size)]));

/** The cloth drawn together round a knot. */
function pucker({ at: [x, y], size, tied }: Knot, time: number, ground: Ground): string {
  return dot(x, y, size * HALO_SHARE * easeOut(progress(time, tied)), ground.pucker);
}

/** A knot under its thread: pinched, wound, drawn tight. From near one sees the turns of the thread. */
function tiedKnot({ at: [x, y], size, tied, pull }: Knot, time: number, ground: Ground): string {
  const share = progress(time, tied);
  if (share === 0) return "";
  const wound = easeInOut(progress(share, { from: 0.1, to: 0.9 }));
  const eye = dot(
    x,
    y,
    size * EYE_SHARE * easeOut(progress(share, { from: 0, to: 0.2 })),
    INDIGO,
    share === 1 ? pull : 0,
  );
  const thread = WINDINGS.get(size);
  const isNear = cameraAt(time).zoom > NEAR_ZOOM_FROM;
  if (!thread || wound === 0) return eye;
  if (wound === 1 && !isNear) return dot(x, y, size, ground.thread, pull) + eye;
  const drawn = `stroke-dasharray="${n(wound * thread.length)} ${n(thread.length + 1)}"`;
  const turns = (color: string, width: number) =>
    `<path d="${thread.path}" transform="translate(${n(x)} ${n(y)})" stroke="${color}" stroke-width="${n(width)}" ${drawn}/>`;
  return turns(ground.gap, thread.width) + turns(ground.thread, thread.width * 0.7) + eye;
}

/** A knot whose thread comes off, from `openedAt` on; under its thread before. */
function openedKnot(knot: Knot, time: number, eyeSize: number): string {
  const [x, y] = knot.at;
  const share = progress(time, { from: knot.openedAt, to: knot.openedAt + OPENING_SECONDS });
  if (share === 0) return pucker(knot, time, GROUNDS.indigo) + tiedKnot(knot, time, GROUNDS.indigo);
  const size = knot.size * mix(0.6, 1, spring(share));
  const lift = 1 + 0.22 * rippleAt(time, knot.row);
  const halo = knot.size * HALO_SHARE * easeOut(share) * lift;
  const looseness = progress(share, { from: 0, to: 0.6 });
  const thread =
    looseness < 1
      ? `<circle cx="${n(x)}" cy="${n(y)}" r="${n(knot.size * mix(0.5, 1.15, easeOut(looseness)))}" stroke="${THREAD}" stroke-width="${n(2.4 * (1 - looseness))}"/>`
      : "";
  return (
    dot(x, y, halo, INDIGO_SOFT) +
    thread +
    dot(x, y, size, RINGS[knot.tone], knot.pull) +
    dot(x, y, eyeSize, INDIGO, knot.pull)
  );
}

/** The sun: a great knot sewn round with stitches, tied on the yellow cloth and left out by the indigo. */
function sun(time: number, isNight: boolean): string {
  const [x, y] = SUN;
  const sewn = easeInOut(progress(time, TIMELINE.tyingSun));
  if (sewn === 0) return "";
  const stitches = Math.floor(sewn * STITCHES);
  const radius = SUN_RADIUS * SEAM_SHARE;
  const seam = Array.from({ length: stitches }, (_, i) => {
    const angle = Math.PI * (1 - (i + 0.5) / STITCHES);
    return `M${n(x + radius * Math.cos(angle))} ${n(y - radius * Math.sin(angle))}h0`;
  }).join("");
  const disc = isNight ? dot(x, y, SUN_RADIUS * 2, TURMERIC) : "";
  return (
    disc +
    (seam && `<path d="${seam}" stroke="${INDIGO}" stroke-width="${STITCH_SIZE}"/>`) +
    dot(x, y, SUN_RADIUS * SUN_EYE_SHARE * 2 * easeOut(progress(sewn, { from: 0.5, to: 1 })), INDIGO)
  );
}

function group(content: string, clip = ""): string {
  return `<g fill="none" stroke-linecap="round"${clip && ` clip-path="url(#${clip})"`}>${content}</g>`;
}

const sheet = (color: string) => `<path d="M-999-999h2958v2718h-2958z" fill="${color}"/>`;
const threads = (time: number, ground: Ground) => KNOTS.map((knot) => run(knot, time, ground.run)).join("");
const tiedOn = (time: number, ground: Ground) =>
  KNOTS.map((knot) => pucker(knot, time, ground)).join("") +
  threads(time, ground) +
  KNOTS.map((knot) => tiedKnot(knot, time, ground)).join("");

/** The cloth before and while turmeric spreads over it from where the sun will be. */
function day(time: number): string {
  const radius = dyeRadius(time, "turmeric");
  const before = radius.isDone ? "" : sheet(COTTON) + group(tiedOn(time, GROUNDS.cotton));
  if (radius.edge <= 0) return before;
  const edge = dyeEdge(radius.edge, time);
  const wet = dyeEdge(radius.edge + radius.wet, time + 0.6);
  const dyed = sheet(TURMERIC) + group(tiedOn(time, GROUNDS.turmeric) + sun(time, false));
  if (radius.isDone) return dyed;
  return (
    before +
    `<clipPath id="wet"><path d="${wet}"/></clipPath><clipPath id="dyed"><path d="${edge}"/></clipPath>` +
    `<g clip-path="url(#wet)">${sheet("#fdd796")}${group(tiedOn(time, GROUNDS.cottonWet))}</g>` +
    `<g clip-path="url(#dyed)">${dyed}</g>`
  );
}

/** The cloth under indigo: threads still on, then coming off. */
function night(time: number): string {
  const knots = KNOTS.map((knot) => openedKnot(knot, time, knot.size * EYE_SHARE)).join("");
  return sheet(INDIGO) + group(sun(time, true) + threads(time, GROUNDS.indigo) + knots);
}

/** The finished cloth, which the camera enters at the beginning of the video. */
function rest(time: number): string {
  const knots = KNOTS.map((knot) => {
    const isFirst = knot.at === FIRST_KNOT.at;
    const eye = knot.size * EYE_SHARE;
    return openedKnot(
      { ...knot, pull: isFirst ? 0 : knot.pull, openedAt: -9 },
      time,
      isFirst ? firstEyeSize(time, eye) : eye,
    );
  }).join("");
  return sheet(INDIGO) + group(sun(TIMELINE.tyingSun.to, true) + knots);
}

function scene(time: number): string {
  if (time < TIMELINE.enter.to) return rest(time);
  if (time < TIMELINE.indigo.from) return day(time);
  const radius = dyeRadius(time, "indigo");
  if (radius.isDone) return night(time);
  // The yellow that is left shrinks to the sun; where the two dyes meet the cloth is green for a moment.
  const left = dyeEdge(radius.edge, time);
  const meeting = dyeEdge(radius.edge + radius.wet * 0.5, time + 0.3);
  const wet = dyeEdge(radius.edge + radius.wet, time + 0.6);
  return (
    night(time) +
    `<clipPath id="wet"><path d="${wet}"/></clipPath><clipPath id="meeting"><path d="${meeting}"/></clipPath>` +
    `<clipPath id="left"><path d="${left}"/></clipPath>` +
    `<g clip-path="url(#wet)">${sheet("#1f4a78")}${group(tiedOn(time, GROUNDS.indigoWet))}</g>` +
    `<g clip-path="url(#meeting)">${sheet("#4f8064")}${group(tiedOn(time, GROUNDS.turmericWet))}</g>` +
    `<g clip-path="url(#left)">${day(time)}</g>`
  );
}

/** The frame `index` (0 is the first; after the last comes the first again) as an SVG document of 960 x 720. */
export function frameSvg(index: number): string {
  const time = (index % FRAME_COUNT) / FRAMES_PER_SECOND;
  const { zoom, x, y } = cameraAt(time);
  const left = n(FRAME_WIDTH / 2 - x * zoom);
  const top = n(FRAME_HEIGHT / 2 - y * zoom);
  const point =
    time >= TIMELINE.enter.to && time < TIMELINE.firstKnot.to
      ? group(dot(...FIRST_KNOT.at, FIRST_KNOT.size * EYE_SHARE, INDIGO))
      : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${FRAME_WIDTH}" height="${FRAME_HEIGHT}" viewBox="0 0 ${FRAME_WIDTH} ${FRAME_HEIGHT}">` +
    `<g transform="translate(${left} ${top}) scale(${zoom.toFixed(5)})">${scene(time)}${point}</g></svg>`
  );
}
