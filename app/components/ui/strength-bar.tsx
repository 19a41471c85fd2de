import { passwordStrength } from "../../contract/password";
import { useHydrated } from "../../lib/use-hydrated";

const SEGMENTS = [1, 2, 3, 4, 5];

/** How strong the password typed so far is: a segment a point, and the word, announced politely. Only scripts can work it. */
export function StrengthBar({ password }: { password: string }) {
  const { score, word } = passwordStrength(password);
  if (!useHydrated()) return null;
  return (
    <div className="strength">
      <div className={`strength-bar is-${word.toLowerCase()}`} aria-hidden="true">
        {SEGMENTS.map((segment) => (
          <i key={segment} className={segment <= score ? "is-filled" : undefined} />
        ))}
      </div>
      <p role="status">
        {password !== "" && (
          <>
            Password strength: <b>{word}</b>
          </>
        )}
      </p>
    </div>
  );
}
