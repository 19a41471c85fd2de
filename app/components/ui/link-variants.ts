import { cva } from "class-variance-authority";

/** The classes of a link that is more than a word in a sentence, and of a button that looks like a link. */
export const linkVariants = cva("", {
  variants: {
    /** It stands by itself, as tall as a thumb needs. */
    standalone: { true: "inline-flex min-h-target items-center font-semibold" },
    /** It is a button. While busy it keeps its label: another one would move what a thumb is on its way to. */
    button: {
      true: "cursor-pointer text-start text-link underline aria-busy:cursor-progress aria-busy:decoration-dotted",
    },
  },
});
