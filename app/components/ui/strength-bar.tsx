import { cva } from "class-variance-authority";
import { passwordStrength } from "../../contract/password";
import { useHydrated } from "../../navigation/use-hydrated";

const FILLED = "forced-color-adjust-none forced-colors:bg-highlight";
const segmentVariants = cva("h-2 rounded-tie forced-colors:border", {
  variants: {
    level: {
      none: "inset-shadow-outline",
      Weak: ["bg-clay", FILLED],
      Medium: ["bg-amber", FILLED],
      Strong: ["bg-leaf", FILLED],
    },
  },
});

const SEGMENTS = [1, 2, 3, 4, 5];

/** Shows the strength of a password while it is typed: one segment per point, and a word that screen readers announce. */
export function StrengthBar({ password }: { password: string }) {
  const { score, word } = passwordStrength(password);
  if (!useHydrated()) return null;
  return (
    <div className="mt-2.75">
      <div className="grid grid-cols-5 gap-1" aria-hidden="true">
        {SEGMENTS.map((segment) => (
          <i key={segment} className={segmentVariants({ level: segment <= score ? word : "none" })} />
        ))}
      </div>
      <p className="mt-1.5 min-h-lh text-sm" role="status">
        {password !== "" && (
          <>
            Password strength: <b>{word}</b>
          </>
        )}
      </p>
    </div>
  );
}
