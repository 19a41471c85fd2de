interface KnotsProps {
  /** Path data made by `ties`. */
  path: string;
  /** Stroke width of the ring, in user units; the eye is about a third of it. */
  width: number;
  /** True for marigold, false for the ring colour of the background. */
  sun?: boolean;
}

/** Draws a path of ties: rings with their eyes, in the colours of the background. */
export function Knots({ path, width, sun = false }: KnotsProps) {
  return (
    <>
      <path d={path} className={sun ? "stroke-sun" : "stroke-ring"} strokeWidth={width} />
      <path d={path} className={sun ? "stroke-on-marigold" : "stroke-eye"} strokeWidth={Math.round(width * 3.2) / 10} />
    </>
  );
}
