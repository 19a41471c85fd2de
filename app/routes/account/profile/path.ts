/** Where members edit their profile. It stands alone: a page that only links there needs none of the rules. */
export const PROFILE_PATH = "/profile";
