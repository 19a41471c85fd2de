import { cva } from "class-variance-authority";

/** The classes of a link outside running text, and of a button that looks like a link. */
export const linkVariants = cva("", {
  variants: {
    /** For a link on its own: as tall as a touch target. */
    standalone: { true: "inline-flex min-h-target items-center font-semibold" },
    /** For a button. While busy it keeps its label: a longer one could move what the visitor is about to touch. */
    button: {
      true: "cursor-pointer text-start text-link underline aria-busy:cursor-progress aria-busy:decoration-dotted",
    },
  },
});
