/** A loading indicator: three pulsing dots and a text. */
export function Loading({ children = "Loading..." }: { children?: string }) {
  return (
    <p className="flex items-center gap-3.25 text-ink-soft" role="status">
      <i className="waiting h-3 w-10" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
