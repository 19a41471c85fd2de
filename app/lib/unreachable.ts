/** For a request that did not reach the server, or whose response was lost. */
export const UNREACHABLE = "We could not be reached. Check your connection, then try again.";

/** Added to an error message by a form that keeps its input. */
export const INPUT_KEPT = "Everything you typed is still here.";
