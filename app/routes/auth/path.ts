// Paths of auth pages, in a module of their own: importing them must not add a page's code to another page's bundle.

/** The page for a new password. Without the parameters of a mailed link it shows the form that requests one. */
export const RECOVERY_PATH = "/reset-password";
export const SIGN_UP_PATH = "/signup";
/** The page that signs in with a one-time code. */
export const SIGN_IN_CODE_PATH = "/login/code";
/** The page for the second step of a sign-in. */
export const TWO_STEP_SIGN_IN_PATH = "/login/two-step";
