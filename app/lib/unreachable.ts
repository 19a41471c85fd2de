/** Said where the browser could not reach the edge at all, or lost its answer; what is kept is for each place to add. */
export const UNREACHABLE = "We could not be reached. Check your connection, then try again.";

/** What a form adds that keeps what was typed. */
export const KEPT = "Everything you typed is still here.";
