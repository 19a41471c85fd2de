const STAR = "l2.5 5.6 6 .6-4.5 4.1 1.3 6-5.3-3.1-5.3 3.1 1.3-6-4.5-4.1 6-.6z";

/** A rating out of five, one image for screen readers. */
export function Stars({ rating }: { rating: number }) {
  const path = Array.from({ length: rating }, (_, i) => `M${9 + i * 20.5} .8${STAR}`).join("");
  return (
    <svg
      className="w-30 overflow-visible fill-marigold stroke-ink"
      strokeLinejoin="round"
      role="img"
      aria-label={`${rating} out of 5 stars`}
      viewBox="0 0 100 18"
    >
      <path d={path} />
    </svg>
  );
}
