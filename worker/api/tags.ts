// The subjects of the API: they group its calls in OpenAPI and on the page.

export interface Tag {
  name: string;
  description: string;
  /** A call belongs to the first subject that has its path, or the beginning of it. */
  paths: readonly string[];
}

const SESSIONS: Tag = {
  name: "Sessions",
  description: "Signing in, the second factor of a sign-in, signing out, and the list of devices.",
  paths: ["/account/sessions", "/account/challenge"],
};
const CODES: Tag = {
  name: "One-time codes",
  description: "Codes by e-mail: to sign in without a password, or to prove an address before sign-up.",
  paths: ["/account/tokens"],
};
const SECOND_FACTOR: Tag = {
  name: "Two-step sign-in",
  description: "An authenticator app as a second factor, and recovery codes.",
  paths: ["/account/second-factor"],
};
const ACCOUNT: Tag = {
  name: "Account",
  description: "Signing up, changing the account, verifying its e-mail, recovering its password, deleting it.",
  paths: ["/account"],
};
const PROFILE: Tag = {
  name: "Profile",
  description: "What a member tells about themselves, and their file.",
  paths: ["/profile"],
};
const FILES: Tag = {
  name: "Files",
  description:
    "Uploads by the tus protocol 1.0.0 (creation, creation-with-upload, termination, expiration), and downloads. Other ways of uploading are refused by name.",
  paths: ["/files"],
};
const REALTIME: Tag = {
  name: "Realtime",
  description: "A WebSocket that says what of the member's has changed.",
  paths: ["/realtime"],
};
const ABOUT: Tag = {
  name: "About this API",
  description: "Its health and its description.",
  paths: ["/health", "/openapi.json", "/docs"],
};

/** The subjects, in the order in which they are shown. */
export const TAGS: readonly Tag[] = [ACCOUNT, SESSIONS, CODES, SECOND_FACTOR, PROFILE, FILES, REALTIME, ABOUT];

/** In the order in which paths are compared: `/account` also begins the paths of sessions and codes. */
const BY_PATH: readonly Tag[] = [SESSIONS, CODES, SECOND_FACTOR, ACCOUNT, PROFILE, FILES, REALTIME, ABOUT];

/** The subject of a path below /api; undefined for a path of none. */
export function tagOf(path: string): Tag | undefined {
  return BY_PATH.find(({ paths }) => paths.some((start) => path === start || path.startsWith(`${start}/`)));
}
