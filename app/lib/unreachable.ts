/** For a request without a response that changes nothing. */
export const UNREACHABLE = "We could not be reached. Check your connection, then try again.";
/** For a form without a response: its request may have been lost, or the response alone. */
export const NO_ANSWER = "No answer came back, so this may be done or not. Check your connection, then try again.";

/** For a page whose code is gone, since the site has a newer build. */
export const OLD_BUILD = "This page is older than the site. Load it again: what you typed is kept, but for passwords.";

/** Added to an error message by a form that keeps its input. */
export const INPUT_KEPT = "Everything you typed is still here.";
