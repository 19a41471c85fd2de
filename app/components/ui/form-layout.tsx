// The layout of forms: their width, their sections, and their last part with the buttons.
import { cva, cx, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

/** The classes of a form. */
export const formVariants = cva("max-w-form", {
  variants: {
    place: {
      page: "mt-8",
      /** In a section of a page, which has the space above it. */
      section: "*:first-of-type:mt-0",
    },
  },
  defaultVariants: { place: "page" },
});

/** A group of fields under a heading. */
export function FormSection({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className={cx("[fieldset+&]:mt-12", className)}>
      <legend className="flex items-center gap-3 font-display text-2xl/tight font-bold tracking-display wrap-anywhere before:size-6 before:flex-none before:tie">
        {title}
      </legend>
      {children}
    </fieldset>
  );
}

const endVariants = cva("grid grid-cols-1 gap-5 *:data-field:mt-0", {
  variants: { place: { page: "mt-10", section: "mt-6" } },
  defaultVariants: { place: "page" },
});

/** The last part of a form: consent checkboxes, buttons and links. */
export function FormEnd({ place, children }: VariantProps<typeof endVariants> & { children: ReactNode }) {
  return <div className={endVariants({ place })}>{children}</div>;
}
