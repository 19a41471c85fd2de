// What the socket at /api/realtime says. Both sides import this file, so it has no schema: a page would load zod for it.

/** The address of the socket. */
export const REALTIME_PATH = "/api/realtime";

/** What of a member's may have changed. `account` has the name and the e-mail, and whether that is confirmed; `profile` has the phone number. */
export const CHANGES = ["account", "profile", "files", "sessions"] as const;
export type Change = (typeof CHANGES)[number];

/** A message of the server in JSON. The first one on a socket is empty: it says that changes arrive from now on. */
export interface RealtimeMessage {
  changed: readonly Change[];
}

/** The only message of a page. The server answers `PONG` once the backend has answered. */
export const PING = "ping";
export const PONG = "pong";
/** How often a page sends `PING`, in milliseconds. */
export const HEARTBEAT_MS = 20_000;

/** The codes with which the server closes a socket. A browser does not see the status of a failed handshake, so a refusal is a code too. */
export const CLOSE_CODE = {
  /** The session has ended. A guest gets no socket. */
  sessionEnded: 4401,
  /** The session is not valid before its second factor. */
  secondFactorMissing: 4403,
  /** The page sent what it must not send (RFC 6455, 7.4.1). */
  policyViolation: 1008,
  /** The backend does not answer, or there are too many sockets. */
  tryAgainLater: 1013,
} as const;
