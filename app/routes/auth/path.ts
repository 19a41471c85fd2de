// The addresses of the pages around signing in, apart from the pages: whoever links there needs no more of them.

/** The page for a new password; without a mailed link's parameters it is about asking for one. */
export const RECOVERY_PATH = "/reset-password";
export const SIGN_UP_PATH = "/signup";
