/** The path of the profile form, in a module of its own: importing it must not add the form's code to another page's bundle. */
export const PROFILE_PATH = "/profile";
