// The two dyes of the launchpad video: turmeric spreads from where the sun will be, indigo closes in until only the sun is left.
import { SUN, SUN_RADIUS } from "../../../app/components/motif/launchpad-cloth";
import { easeInOut, mix, progress, TIMELINE } from "./timeline";

/** Farther from the sun than any corner of the frame, with the swell of the edge. */
const BEYOND = 960;
const EDGE_POINTS = 120;

/** How far from the sun a dye's edge stands, in units of the cloth. */
interface DyeRadius {
  edge: number;
  /** Width of the strip beyond the edge that is wet but not yet coloured. */
  wet: number;
  isDone: boolean;
}

export function dyeRadius(time: number, dye: "turmeric" | "indigo"): DyeRadius {
  const share = progress(time, TIMELINE[dye]);
  const eased = easeInOut(share);
  const edge = dye === "turmeric" ? mix(-60, BEYOND, eased) : mix(BEYOND, SUN_RADIUS, eased);
  return { edge, wet: 46 * Math.sin(Math.PI * share) + (dye === "turmeric" ? 10 : 0), isDone: share === 1 };
}

/** Path data of a dye's edge: a circle round the sun that swells a little as cloth soaks, calm where it is small. */
export function dyeEdge(radius: number, time: number): string {
  const swell = Math.min(13, Math.max(0, radius - SUN_RADIUS) * 0.04);
  const points = Array.from({ length: EDGE_POINTS }, (_, i) => {
    const angle = (2 * Math.PI * i) / EDGE_POINTS;
    const wave = Math.sin(9 * angle + time * 0.9) + 0.6 * Math.sin(15 * angle - time * 1.3 + 1);
    const r = Math.max(0, radius + swell * wave);
    return `${(SUN[0] + r * Math.cos(angle)).toFixed(1)} ${(SUN[1] - r * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}z`;
}
