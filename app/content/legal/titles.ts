// The titles of the legal texts, in a module of their own: a form that links to a text need not import all of it.

export const TERMS_TITLE = "Terms of Service";
export const PRIVACY_TITLE = "Privacy Policy";
