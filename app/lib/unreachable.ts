/** For a request without a response that changes nothing. */
export const UNREACHABLE = "We could not be reached. Check your connection, then try again.";
/** For a form without a response: its request may have been lost, or the response alone. */
export const NO_ANSWER = "No answer came back, so this may be done or not. Check your connection, then try again.";

/** Added to an error message by a form that keeps its input. */
export const INPUT_KEPT = "Everything you typed is still here.";
