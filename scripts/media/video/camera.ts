// The camera of the launchpad video: into the first knot, and back from it.
import { FIRST_KNOT } from "./cloth";
import { easeInOut, FRAME_HEIGHT, FRAME_WIDTH, mix, progress, TIMELINE } from "./timeline";

export interface Camera {
  /** Pixels of the frame for each unit of the cloth. */
  zoom: number;
  /** The place of the cloth in the middle of the frame. */
  x: number;
  y: number;
}

const WHOLE: Camera = { zoom: 1, x: FRAME_WIDTH / 2, y: FRAME_HEIGHT / 2 };
/** So near that the first knot's cotton fills the frame to its corners. */
const INSIDE_ZOOM = 58;
/** Two neighbouring knots, large. */
const NEAR_ZOOM = 6.2;

/** Between the whole cloth (0) and the first knot in the middle at `zoom` (1), the zoom growing evenly to the eye. */
function towardsFirstKnot(zoom: number, share: number): Camera {
  const now = zoom ** share;
  // The knot moves to the middle along a line on the screen, in step with the zoom.
  const reached = (1 - 1 / now) / (1 - 1 / zoom);
  return { zoom: now, x: mix(WHOLE.x, FIRST_KNOT.at[0], reached), y: mix(WHOLE.y, FIRST_KNOT.at[1], reached) };
}

/** Where the camera is at `time`. While cotton fills the frame it jumps, unseen, from inside the knot to near the new one. */
export function cameraAt(time: number): Camera {
  if (time < TIMELINE.enter.to) return towardsFirstKnot(INSIDE_ZOOM, easeInOut(progress(time, TIMELINE.enter)));
  return towardsFirstKnot(NEAR_ZOOM, 1 - easeInOut(progress(time, TIMELINE.leave)));
}

/** How fast the first knot's eye shrinks as the camera nears, so that at the jump it is as large as after it. */
const EYE_FADE = 1 - Math.log(NEAR_ZOOM) / Math.log(INSIDE_ZOOM);

/**
 * The size of the first knot's eye, which is `size` on the resting cloth: it grows less than the zoom, so that from inside
 * the knot it is the point where the next first knot begins.
 */
export function firstEyeSize(time: number, size: number): number {
  return size / cameraAt(time).zoom ** EYE_FADE;
}
