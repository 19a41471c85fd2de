import { cva } from "class-variance-authority";
import { useState } from "react";
import { collectErrors } from "../../contract/form-schema";
import { checkNewPassword, passwordStrength } from "../../contract/password";
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

interface StrengthBarProps {
  password: string;
  /** The error at the password's field. */
  error: string | undefined;
}

/**
 * Shows the strength of a password while it is typed: one segment per point, and a word that screen readers announce. A password that cannot
 * be used is weak, whatever its points: one that the rules refuse, and one that had an error, such as the server's that it is easily guessed,
 * until it is another one.
 */
export function StrengthBar({ password, error }: StrengthBarProps) {
  const [refused, setRefused] = useState<string | null>(null);
  if (error && refused !== password) setRefused(password);
  const strength = passwordStrength(password);
  const isRefused = password === refused || collectErrors<"password">((fail) => checkNewPassword(password, fail));
  const { score, word } = isRefused ? { score: Math.min(1, strength.score), word: "Weak" as const } : strength;
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
