import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentPropsWithoutRef, ReactNode } from "react";

/** The classes of a button, and of a link that looks like one. */
export const buttonVariants = cva(
  [
    "inline-flex items-center justify-center gap-2 rounded-control border-control text-center font-semibold no-underline",
    "cursor-pointer active:relative active:top-px",
    "forced-colors:border-button-text",
  ],
  {
    variants: {
      variant: {
        primary: "border-transparent bg-marigold text-on-marigold hover:bg-marigold-deep",
        outline: "border-edge text-ink hover:border-ink hover:bg-tint",
        /** For actions that cannot be undone. */
        danger: "border-clay text-clay hover:bg-clay-tint",
      },
      size: {
        normal: "min-h-12 px-[min(1.375rem,6vw)] py-2.25 text-base/snug",
        small: "min-h-11 px-4 py-1.5 text-ui/snug",
      },
      /** For buttons, which can be busy; links cannot. */
      canWait: {
        true: "aria-disabled:cursor-progress aria-disabled:border-transparent aria-disabled:bg-line aria-disabled:text-ink",
      },
    },
    defaultVariants: { variant: "primary", size: "normal" },
  },
);

type ButtonProps = Omit<ComponentPropsWithoutRef<"button">, "className"> &
  Pick<VariantProps<typeof buttonVariants>, "variant" | "size"> & {
    /** While true the button shows `busyLabel` and does nothing. It is not `disabled`, which would lose the focus. */
    busy?: boolean;
    busyLabel?: string;
    children: ReactNode;
  };

/** A button, of type "submit" by default. */
export function Button({ variant, size, busy, busyLabel, children, onClick, ...button }: ButtonProps) {
  return (
    <button
      type="submit"
      className={buttonVariants({ variant, size, canWait: true })}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...button}
    >
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}
