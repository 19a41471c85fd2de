// Limits that interface and API share. Lengths are in characters.

export const PASSWORD_MIN = 8;
/** Appwrite's own upper bound for a password, in bytes of UTF-8: a letter of Devanagari has three. */
export const PASSWORD_MAX_BYTES = 256;
export const NAME_MAX = 128;
export const EMAIL_MAX = 254;
export const COLLEGE_MAX = 128;
export const COMPANY_URL_MAX = 255;
/** Below this age, in years, a parent or guardian must agree too. */
export const ADULT_AGE = 18;
/** How long a member has to wait before requesting another verification mail. */
export const VERIFICATION_COOLDOWN_SECONDS = 60;
/** How long the proof of an e-mail is valid for sign-up. */
export const ADDRESS_PROOF_SECONDS = 3600;

/** How long a sign-in waits for its second factor. */
export const PENDING_SIGN_IN_SECONDS = 600;

/** Every chunk of a file but the last has exactly this many bytes, as Appwrite requires. */
export const CHUNK_BYTES = 5 * 1024 * 1024;
/** The default size limit of a file, in bytes. A deployment can configure another. */
export const FILE_MAX_BYTES = 30_000_000;
/** The size limit of a file in a form that is posted without JavaScript, in bytes. */
export const FORM_FILE_MAX_BYTES = 10_000_000;
/** How long the text of a form may be, all fields together: in characters, and in bytes as a form without a file is sent. */
export const FORM_TEXT_MAX = 64 * 1024;

/** How long after a sign-in or a password a member need not authenticate again, in seconds. */
export const REAUTHENTICATION_SECONDS = 15 * 60;
