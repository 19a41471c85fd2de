/** The page for a new password; without a mailed link's parameters it is about asking for one. */
export const RECOVERY_PATH = "/reset-password";
