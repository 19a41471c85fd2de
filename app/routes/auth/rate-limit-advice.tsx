import { Link } from "react-router";
import type { CarriedEmail } from "../../navigation/carried-email";
import { RECOVERY_PATH, SIGN_IN_CODE_PATH } from "./path";

interface RateLimitAdviceProps {
  email: string;
  /** True on the page for the password. A page for codes offers no password: it may be paused as well, and its page leads there. */
  offersCode?: boolean;
}

/** What else a visitor can do when there were too many attempts, perhaps by somebody else. A new password ends both pauses. */
export function RateLimitAdvice({ email, offersCode = false }: RateLimitAdviceProps) {
  const state = { email } satisfies CarriedEmail;
  const newPassword = (
    <Link to={RECOVERY_PATH} state={state}>
      set a new password
    </Link>
  );
  if (!offersCode) return <p>To sign in at once, {newPassword}.</p>;
  return (
    <p>
      Meanwhile you can{" "}
      <Link to={SIGN_IN_CODE_PATH} state={state}>
        sign in with a code
      </Link>{" "}
      that we send to your mail, or {newPassword}.
    </p>
  );
}
