// Sizes that the interface, the API and the tests agree on.

export const PASSWORD_MIN = 8;
/** Appwrite's own upper bound for a password. */
export const PASSWORD_MAX = 256;
export const NAME_MAX = 128;
export const EMAIL_MAX = 254;
export const COLLEGE_MAX = 128;
export const COMPANY_URL_MAX = 255;
/** Below this age, in years, a parent or guardian must agree too. */
export const ADULT_AGE = 18;
/** How long after a verification mail the next one may be asked for. */
export const VERIFICATION_COOLDOWN_SECONDS = 60;
/** How long a proven address may wait for its sign-up. */
export const ADDRESS_PROOF_SECONDS = 3600;

/** Every part of a file but the last has exactly this many bytes: Appwrite's chunk protocol. */
export const CHUNK_BYTES = 5 * 1024 * 1024;
/** The largest file unless a deployment configures another, in bytes. */
export const FILE_MAX_BYTES = 30_000_000;
/** The largest file that a form without JavaScript carries, in bytes. */
export const FORM_FILE_MAX_BYTES = 10_000_000;
