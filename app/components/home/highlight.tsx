/** The most important words of a quotation, with a marigold underline. */
export function Highlight({ children }: { children: string }) {
  return (
    <em className="bg-[linear-gradient(var(--color-marigold),var(--color-marigold))] bg-size-[100%_0.12em] bg-position-[0_95%] bg-no-repeat box-decoration-clone not-italic">
      {children}
    </em>
  );
}
