/** The spinner of every wait: three ties that breathe, and the word. */
export function Loading({ children = "Loading..." }: { children?: string }) {
  return (
    <p className="loading" role="status">
      <i aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
