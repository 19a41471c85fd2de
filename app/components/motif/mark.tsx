// The logo: a half-risen marigold sun under an arc of five ties.

/** Path data of `count` ties on a half circle around (18, 20). */
function halfRing(count: number, radius: number): string {
  return Array.from({ length: count }, (_, i) => {
    const angle = Math.PI * (1 - i / (count - 1));
    const x = Number((18 + radius * Math.cos(angle)).toFixed(1));
    const y = Number((20 - radius * Math.sin(angle)).toFixed(1));
    return `M${x} ${y}h0`;
  }).join("");
}

/** The logo, in the text colour and marigold. `full` adds a second arc, for sizes from 48 px. */
export function Mark({ full = false }: { full?: boolean }) {
  return (
    <svg className="w-[min(2.5rem,12vw)] flex-none" viewBox={full ? "-8 -8 52 36" : "0 0 36 28"} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        <path d={halfRing(5, 14.4)} strokeWidth="6" />
        {full && <path d={halfRing(9, 23)} strokeWidth="4.6" />}
      </g>
      <circle cx="18" cy="20" r="7.4" className="mark-sun" />
      <circle cx="18" cy="20" r="2.5" className="mark-eye" />
    </svg>
  );
}
