// How many attempts, e-mails and uploads are allowed, by whom and in which time, with the reason for each number.
import { CHUNK_BYTES, PENDING_SIGN_IN_SECONDS, VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import type { AttemptLimits } from "../durable-objects/attempt-counter";

export interface Limit extends AttemptLimits {
  /** The error when the limit is reached. */
  errorType: "rate_limited" | "network_limited" | "too_many_uploads";
}

const DAY_SECONDS = 24 * 3600;

/**
 * For secrets that can be guessed. Beyond the limit one network may try once an hour in the end, and all together every 15 minutes: 96 times
 * a day, from however many networks. Decision 0009 has the arithmetic.
 */
const GUESS_BACKOFF = {
  windowSeconds: DAY_SECONDS,
  pauses: { each: { first: 60, longest: 3600 }, total: { first: 15, longest: 900 } },
  errorType: "rate_limited",
} as const;

/**
 * For e-mails with a code or a recovery link to one person: beyond the limit one every ten minutes in the end. A code is valid for 15 and a
 * link for 60, so the newest is while no other is sent. They are forgotten after an hour without one.
 */
const MAIL_BACKOFF = {
  windowSeconds: 3600,
  pauses: { each: { first: 120, longest: 600 }, total: { first: 120, longest: 600 } },
  errorType: "rate_limited",
} as const;

/** E-mails with a one-time code, by e-mail address. */
const CODE_MAIL = { each: 3, total: 5, ...MAIL_BACKOFF, knowsDevicesBy: "email" } as const;

/** A pause of always the same length. */
function pauseOf(seconds: number) {
  return { first: seconds, longest: seconds };
}

/**
 * A limit of bytes stored in an hour, as so many files of one part, and then one part every twelve seconds. What smaller files count as is
 * `countedBytes` in files/network-room.ts.
 */
function bytesOf(files: number) {
  const bytes = files * CHUNK_BYTES;
  return { each: bytes, total: bytes, thenPause: pauseOf(12), errorType: "too_many_uploads" } as const;
}

/**
 * A limit of requests for a network: so many in an hour, and then one after each pause, from whoever asks first. With 300 and pauses of
 * twelve seconds that is 600 an hour at most, from one network at all addresses. A crowd gets through by and by; somebody who asks all the
 * time gets most of them, and only the devices that an account knows go around it.
 * @param pauseSeconds the pause before each request beyond the limit
 */
function requestsAnHour(count: number, pauseSeconds = 12) {
  return { each: count, total: count, thenPause: pauseOf(pauseSeconds), errorType: "network_limited" } as const;
}

/**
 * The limits of a network. A college's or a carrier's network may have thousands of people behind one IP address, so these limits are high,
 * and only stop automated abuse.
 */
export const NETWORK_LIMITS = {
  /** Wrong passwords, over all e-mail addresses, but for weak ones in forms to join. */
  "password-network": requestsAnHour(300),
  /**
   * Weak passwords in forms to join, over all e-mail addresses: an older account may have one, so each is tried as a sign-in. Beyond the limit
   * none is tried, and the form is refused as always. Counted apart from `password-network`, which a hall that joins would use up otherwise:
   * then nobody could sign in there on a new device.
   */
  "weak-password-network": requestsAnHour(30, 120),
  /** Wrong codes, over all e-mail addresses. */
  "code-network": requestsAnHour(300),
  /** Wrong secrets of mailed links, over all users. They are too long to be guessed: this only saves the backend work. */
  "link-network": requestsAnHour(300),
  /**
   * E-mails with a code to sign in, a recovery link or a link to verify an address, together and over all addresses. Accounts cost nothing, an
   * address may be somebody else's, and a person may have any number of them. Requests for addresses without an account count as well, so that
   * nothing tells them. The three are ways back in, or can wait, so a crowd needs fewer of them than of codes to join.
   */
  "mail-network": requestsAnHour(100, 20),
  /** E-mails with a code to join, where a deployment asks for one: a hall that joins at an event. */
  "sign-up-mail-network": requestsAnHour(300),
  /**
   * New accounts. A thousand in an hour: an event whose hall joins from one address. Then the pauses grow to a minute, so that one network makes
   * some 1,060 an hour at most, and whoever comes to an event late waits, but joins.
   */
  "sign-up-network": { each: 1000, total: 1000, thenPause: { first: 5, longest: 60 }, errorType: "network_limited" },
  /** Other phone numbers, over all members: a hundred a day, and then one every quarter of an hour. */
  "phone-change-network": {
    each: 100,
    total: 100,
    windowSeconds: DAY_SECONDS,
    thenPause: pauseOf(900),
    errorType: "network_limited",
  },
  /**
   * What guests store. 1,500 résumés of up to 1 MiB, 300 files of 5 MiB, or 52 of the largest: a hall of 1,000 that joins from one address. That
   * is also what one network can leave behind in an hour; what nobody claims is deleted after two.
   */
  "guest-upload-bytes": bytesOf(300),
  /**
   * What members store. 5,000 files of up to 1 MiB, 1,000 of 5 MiB, or 174 of the largest: a whole college behind one address, whose students
   * bring their résumés up to date in the same hour. Accounts cost nothing, so without it one network could fill the bucket with files that stay.
   */
  "member-upload-bytes": bytesOf(1000),
  /** What members store from known devices who joined a day ago or earlier. As many again, which new accounts cannot use up. */
  "known-upload-bytes-network": bytesOf(1000),
} as const satisfies Record<string, Limit>;
export type NetworkKind = keyof typeof NETWORK_LIMITS;
/** The limits of a network that are counted in bytes. */
export type NetworkBytesKind = "guest-upload-bytes" | "member-upload-bytes";

/** A limit by e-mail address, user id or code: `each` caller's, and in `total` for the subject. */
export interface SubjectLimit extends Limit {
  /** The limit by network that an attempt counts for as well. */
  network?: NetworkKind;
  /**
   * Set for a limit that somebody else could use up: the subject is the account's id, or its e-mail address. Attempts from a device that the
   * account knows are then counted apart, and not by network, so that neither a stranger nor a crowd behind one address keeps a member out.
   */
  knowsDevicesBy?: keyof AccountNames;
  /** The limit whose counters this one uses, since both are about the same secret of the same subject. Only the network is another. */
  countsAs?: "guest-password";
}

/** The subjects by which attempts at an account are counted. */
export interface AccountNames {
  id: string;
  email: string;
}

const GUEST_PASSWORD = {
  each: 10,
  total: 50,
  ...GUESS_BACKOFF,
  network: "password-network",
  knowsDevicesBy: "email",
} as const satisfies SubjectLimit;

/**
 * Anybody who knows an e-mail address can use up its limits. So each caller has a limit too, a member with a session has limits that guests
 * cannot use up, and known devices are counted apart.
 */
export const LIMITS = {
  /** A guest's sign-in, by e-mail address. */
  "guest-password": GUEST_PASSWORD,
  /** A weak password in a form to join, by e-mail address. */
  "weak-password": { ...GUEST_PASSWORD, network: "weak-password-network", countsAs: "guest-password" },
  /** A password typed with a live session, by user id. */
  "member-password": { each: 10, total: 10, ...GUESS_BACKOFF },
  /** A recovery e-mail that a guest requests, by e-mail address. One limit for all callers, since every mail goes to the same person. */
  "recovery-mail": {
    each: 10,
    total: 10,
    ...MAIL_BACKOFF,
    network: "mail-network",
    knowsDevicesBy: "email",
  },
  /**
   * An e-mail with a one-time code to sign in, by e-mail address. Beyond it no code is sent, but the newest one in the owner's mailbox works,
   * whoever asked for it. They are forgotten when a code was used or a new password has revoked them.
   */
  "sign-in-code-mail": { ...CODE_MAIL, network: "mail-network" },
  /** An e-mail with a one-time code to join, by e-mail address. Beyond it none is sent, as for `sign-in-code-mail`. */
  "sign-up-code-mail": { ...CODE_MAIL, network: "sign-up-mail-network" },
  /** A one-time code, by user id. A code has six digits, and only the newest one is valid. */
  code: { each: 5, total: 10, ...GUESS_BACKOFF, network: "code-network", knowsDevicesBy: "id" },
  /**
   * Sign-ins that wait for their second factor at the same time, by the account's e-mail address. Appwrite keeps ten sessions of an account: with
   * the password alone somebody could open so many that the member's own are ended. The pause is from the last sign-in on, so that those from
   * before it have ended when the next ones are allowed.
   */
  "pending-sign-in": {
    each: 3,
    total: 5,
    windowSeconds: PENDING_SIGN_IN_SECONDS,
    pauses: { each: pauseOf(PENDING_SIGN_IN_SECONDS), total: pauseOf(PENDING_SIGN_IN_SECONDS) },
    errorType: "rate_limited",
    knowsDevicesBy: "email",
  },
  /** A code for the second factor, by user id. Only somebody who passed the first factor can use it up. */
  "second-factor": { each: 5, total: 10, ...GUESS_BACKOFF, knowsDevicesBy: "id" },
  /** How often one code of an authenticator app may be used, by user id and code: Appwrite itself takes it any number of times for 30 seconds. */
  "authenticator-code": { each: 1, total: 1, windowSeconds: 60, errorType: "rate_limited" },
  /** An e-mail with a code for the second factor, by user id. */
  "second-factor-mail": { each: 3, total: 5, ...MAIL_BACKOFF, knowsDevicesBy: "id" },
  /** An e-mail to the member's own address, by user id. */
  "verification-mail": {
    each: 1,
    total: 1,
    windowSeconds: VERIFICATION_COOLDOWN_SECONDS,
    errorType: "rate_limited",
    network: "mail-network",
  },
  /**
   * The same by mailbox, over all accounts whose addresses lead to it: it may be somebody else's. Its owner can confirm their address with a
   * mailed code as well.
   */
  "verification-mail-mailbox": { each: 5, total: 5, ...MAIL_BACKOFF },
  /** A code or a recovery link to an unproven address that is not its mailbox's own (asha+1@…), by mailbox, over all such addresses. */
  "variant-mail": { each: 10, total: 10, ...MAIL_BACKOFF },
  /**
   * A wrong secret of a link that confirms an address, by user id. Nobody guesses one. But Appwrite itself takes ten an hour for a user, right or
   * wrong, and the link would be closed to its owner. One network gets four in the first hour, and one an hour later on; there is no limit
   * over all networks, since that would close it as well.
   */
  "verification-link": {
    each: 3,
    total: Number.POSITIVE_INFINITY,
    windowSeconds: DAY_SECONDS,
    pauses: { each: { first: 1200, longest: 3600 }, total: pauseOf(0) },
    errorType: "rate_limited",
    network: "link-network",
    knowsDevicesBy: "id",
  },
  /**
   * A password changed in the settings that revokes what was mailed, by user id. Beyond it the password changes, but the mailed links live:
   * somebody in the account could keep its owner's dead otherwise.
   */
  "mail-revocation": { each: 3, total: 3, windowSeconds: DAY_SECONDS, errorType: "rate_limited" },
  /** A new password in the settings, by user id: Appwrite takes ten changes an hour from one IP address, which a whole college may share. */
  "password-change": { each: 3, total: 3, errorType: "rate_limited" },
  /** Another phone number in the settings, by user id. */
  "phone-change": {
    each: 5,
    total: 5,
    windowSeconds: DAY_SECONDS,
    errorType: "rate_limited",
    network: "phone-change-network",
  },
  /** An upload that a member starts, by user id. */
  "member-upload": { each: 60, total: 60, errorType: "too_many_uploads" },
  /** What a member stores from a known device who joined a day ago or earlier, by user id: six of the largest files in an hour. */
  "known-upload-bytes": { ...bytesOf(36), network: "known-upload-bytes-network" },
} as const satisfies Record<string, SubjectLimit>;
export type AttemptKind = keyof typeof LIMITS;
