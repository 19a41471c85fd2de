import { cva, type VariantProps } from "class-variance-authority";
import { type ReactNode, useState } from "react";
import { useHydrated } from "../../navigation/use-hydrated";
import { linkVariants } from "./link-variants";

/** The classes of a message. Its text is in a `<span>`, with buttons or links beside it. */
export const statusVariants = cva(
  "flex flex-wrap items-start gap-x-6 border-l-5 px-4.5 py-1.25 leading-relaxed *:first:py-2.25 [&>span]:min-w-0 [&>span]:flex-auto [&>span]:basis-48",
  {
    variants: {
      tone: {
        good: "border-leaf bg-leaf-tint [&_b]:text-leaf",
        /** Neutral information. */
        note: "border-dye bg-tint",
      },
      place: {
        page: "mt-6",
        /** Above a form. */
        form: "mt-6 max-w-form",
        /** Above one of several forms of a page. */
        section: "mb-6 max-w-form scroll-mt-26",
      },
    },
    defaultVariants: { tone: "good", place: "page" },
  },
);

/** A message about a success, or neutral information. It can be dismissed. */
export function Status({ children, ...variants }: VariantProps<typeof statusVariants> & { children: ReactNode }) {
  const [dismissed, setDismissed] = useState(false);
  const hydrated = useHydrated();
  if (dismissed) return null;
  return (
    <div className={statusVariants(variants)} role="status">
      <span>{children}</span>
      {hydrated && (
        <button
          type="button"
          className={linkVariants({ button: true, standalone: true })}
          onClick={() => setDismissed(true)}
        >
          Dismiss
        </button>
      )}
    </div>
  );
}
