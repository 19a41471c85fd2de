import { cx } from "class-variance-authority";
import { MESSAGES } from "../../contract/messages";

/** Says while it is typed whether the confirmation matches the password. Empty before the first character. */
export function MatchHint({ password, confirmed }: { password: string; confirmed: string }) {
  const matches = password === confirmed;
  return (
    <p className={cx("mt-1.5 min-h-lh text-sm", matches ? "text-leaf" : "text-clay")} role="status">
      {confirmed === "" ? "" : matches ? "Passwords match" : MESSAGES.mismatch}
    </p>
  );
}
