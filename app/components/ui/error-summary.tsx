import { cva, cx, type VariantProps } from "class-variance-authority";
import { type MouseEvent, type ReactNode, useId } from "react";
import { useFocusOnResult } from "./use-focus-on-result";

const summaryVariants = cva("border-clay bg-clay-tint [&>p]:mt-3 [&>p>a]:font-semibold [&>p>a]:text-clay", {
  variants: {
    place: {
      page: "mt-7 mb-12 max-w-form scroll-mt-24 border-3 px-5 pt-5 pb-4",
      /** Above one of several forms of a page. */
      section: "mb-6 max-w-form scroll-mt-26 border-3 px-5 pt-5 pb-4",
      /** In a dialog: small, so that the field stays visible on a phone. */
      dialog: "mt-4 border-2 px-4 py-3",
      /** On the dark "cloth" background. */
      aside: "mt-5 max-w-form scroll-mt-24 border-3 px-5 pt-5 pb-4 text-on-clay",
    },
  },
  defaultVariants: { place: "page" },
});

interface ErrorSummaryProps extends VariantProps<typeof summaryVariants> {
  /** The heading: usually the first error. */
  title: ReactNode;
  /** One error per field, in the order of the page. */
  errors?: readonly { field: string; message: string }[];
  /** Changes with every failed submission, so that the summary takes focus each time. */
  attempt: number;
  /** The text under the heading. */
  children?: ReactNode;
}

/** The errors of a form, above it. Takes focus when it appears, and links to the invalid fields. An only error is shown once. */
export function ErrorSummary({ place, title, errors = [], attempt, children }: ErrorSummaryProps) {
  const box = useFocusOnResult<HTMLDivElement>(attempt);
  const titleId = useId();
  const [first, second] = errors;
  /** The field of the only error, when the heading says it already: the heading itself is the link then. */
  const titleField = first && !second && first.message === title ? first.field : null;

  return (
    <div
      className={summaryVariants({ place })}
      role="alert"
      tabIndex={-1}
      ref={box}
      aria-labelledby={titleId}
      // Sets the focus without JavaScript.
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
        {titleField === null ? (
          title
        ) : (
          <a
            className="-my-2.5 py-2.5 text-clay"
            href={`#${titleField}`}
            onClick={(event) => focusField(event, titleField)}
          >
            {title}
          </a>
        )}
      </h2>
      {children}
      {errors.length > 0 && titleField === null && (
        <ul className="mt-1 text-pretty">
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a
                className="inline-flex min-h-target items-center py-1.5 leading-normal font-semibold text-clay"
                href={`#${field}`}
                onClick={(event) => focusField(event, field)}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Focuses the field and scrolls to it, without a history entry for the fragment. */
function focusField(event: MouseEvent, id: string) {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.closest("[data-field]")?.scrollIntoView({ block: "center" });
}
