interface KnotsProps {
  /** Path data made by `ties`. */
  path: string;
  /** Stroke width of the ring, in user units; the eye is a third of it. */
  width: number;
  /** In marigold, or in the ring colour of the cloth it stands on. */
  sun?: boolean;
}

/** A group of ties, ring and eye, in the colours of the surface they stand on. */
export function Knots({ path, width, sun = false }: KnotsProps) {
  return (
    <>
      <path d={path} className={sun ? "stroke-sun" : "stroke-ring"} strokeWidth={width} />
      <path d={path} className={sun ? "stroke-on-marigold" : "stroke-eye"} strokeWidth={Math.round(width * 3.2) / 10} />
    </>
  );
}
