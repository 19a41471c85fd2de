import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";

interface ErrorSummaryProps {
  /** The first failure, as the heading. */
  title: ReactNode;
  /** One entry a failing field, in the order of the page. */
  problems?: readonly { field: string; words: string }[];
  /** Changes with every failed try, so that the summary takes focus each time. */
  attempt: number;
  /** What stands under the heading: what to do about it. */
  children?: ReactNode;
}

/** What went wrong, on top of a form: takes focus when it appears and links to the fields concerned. */
export function ErrorSummary({ title, problems = [], attempt, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    box.current?.focus();
  }, [attempt]);

  return (
    // Without scripts the browser gives it the focus.
    // biome-ignore lint/a11y/noAutofocus: an error summary takes focus, so that it is read first.
    <div className="summary" role="alert" tabIndex={-1} ref={box} aria-labelledby={titleId} autoFocus>
      <h2 id={titleId}>{title}</h2>
      {children}
      {problems.length > 0 && (
        <ul className="bare">
          {problems.map(({ field, words }) => (
            <li key={field}>
              <a href={`#${field}`} onClick={(event) => goTo(event, field)}>
                {words}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Focuses the field itself, instead of leaving an address with a fragment in the history. */
function goTo(event: MouseEvent, id: string) {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.closest(".field")?.scrollIntoView({ block: "center" });
}
