// The titles of the legal texts, for what names a text without showing it.

export const TERMS_TITLE = "Terms of Service";
export const PRIVACY_TITLE = "Privacy Policy";
