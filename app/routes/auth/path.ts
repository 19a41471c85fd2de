// Paths of auth pages, in a module of their own: importing them must not add a page's code to another page's bundle.

/** The page for a new password. Without the parameters of a mailed link it shows the form that requests one. */
export const RECOVERY_PATH = "/reset-password";
export const SIGN_UP_PATH = "/signup";
