import { cva, cx, type VariantProps } from "class-variance-authority";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";

const summaryVariants = cva("border-clay bg-clay-tint [&>p]:mt-3 [&>p>a]:font-semibold [&>p>a]:text-clay", {
  variants: {
    place: {
      page: "mt-7 mb-12 max-w-form scroll-mt-24 border-3 px-5 pt-5 pb-4",
      /** Above a form that is one of several on its page. */
      section: "mb-6 max-w-form scroll-mt-26 border-3 px-5 pt-5 pb-4",
      /** In a dialog: small, so that the field stays in sight, on a phone too. */
      dialog: "mt-4 border-2 px-4 py-3",
      /** On a cloth. */
      aside: "mt-5 max-w-form scroll-mt-24 border-3 px-5 pt-5 pb-4 text-on-clay",
    },
  },
  defaultVariants: { place: "page" },
});

interface ErrorSummaryProps extends VariantProps<typeof summaryVariants> {
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
export function ErrorSummary({ place, title, problems = [], attempt, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    box.current?.focus();
  }, [attempt]);

  return (
    <div
      className={summaryVariants({ place })}
      role="alert"
      tabIndex={-1}
      ref={box}
      aria-labelledby={titleId}
      // Without scripts the browser gives it the focus.
      // biome-ignore lint/a11y/noAutofocus: an error summary takes focus, so that it is read first.
      autoFocus
    >
      <h2
        id={titleId}
        className={cx(
          "flex gap-2.5 wrap-anywhere mark-clay",
          place === "dialog" ? "font-sans text-base/normal font-semibold" : "text-xl",
        )}
      >
        {title}
      </h2>
      {children}
      {problems.length > 0 && (
        <ul className="mt-1 text-pretty">
          {problems.map(({ field, words }) => (
            <li key={field}>
              <a
                className="inline-flex min-h-target items-center py-1.5 leading-normal font-semibold text-clay"
                href={`#${field}`}
                onClick={(event) => goTo(event, field)}
              >
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
  field.closest("[data-field]")?.scrollIntoView({ block: "center" });
}
