// The context of one request. The API calls that a page makes in process share it.
import type { Appwrite, Backend } from "./appwrite/appwrite";
import type { Config } from "./config";
import type { PaceLimits } from "./http/client-pace";
import type { Transfer } from "./http/transfers";
import type { LogEntry } from "./log";
import type { AccountChangeRecords } from "./services/account/account-change-records";
import type { EmailTokens } from "./services/email/email-tokens";
import type { Phrases } from "./services/email/phrases";
import type { PendingUploads } from "./services/files/pending-uploads";
import type { UploadRecords } from "./services/files/upload-records";
import type { Limits } from "./services/limits";
import type { Revocations } from "./services/revocations";
import type { DeviceCookie } from "./session/device";
import type { FlashCookie } from "./session/flash";
import type { PendingSignInCookie } from "./session/pending-sign-in";
import type { SessionCookie } from "./session/session";

export interface RequestContext {
  requestId: string;
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  buildId: string;
  /** The site's origin, such as "https://navarambh.example"; links in e-mails start with it. */
  origin: string;
  config: Config;
  session: SessionCookie;
  /** On member pages: whether this site has ended the session. Never rejects. On other pages an ended session is no session. */
  isSessionEnded: Promise<boolean>;
  /** A sign-in that lacks its second factor. Whoever has one is a guest still. */
  pendingSignIn: PendingSignInCookie;
  /** Which accounts have signed in on this device. */
  device: DeviceCookie;
  flash: FlashCookie;
  appwrite: Appwrite;
  limits: Limits;
  revocations: Revocations;
  accountChanges: AccountChangeRecords;
  uploads: UploadRecords;
  pendingUploads: PendingUploads;
  emailTokens: EmailTokens;
  phrases: Phrases;
  /** Runs `work` after the response was sent. A failure is logged with the name `task`. */
  waitUntil(task: string, work: () => Promise<unknown>): void;
  warn(entry: LogEntry): void;
  /** How slowly the client may send a body. */
  clientPace: PaceLimits;
  /** The client's network, as by `networkOf`; "" when it is unknown. */
  network: string;
  /** Begins an upload or a download of this network. @throws {ServiceError} `overloaded` when it has too many that are fast. */
  beginTransfer(): Transfer;
  /** How long `beginTransfer` would refuse one, in seconds; 0 when it would not. */
  secondsUntilTransfer(): number;
}

/** The backend with the session of this request's cookie; null for a guest. */
export function getMemberBackend(context: RequestContext): Backend | null {
  const session = context.session.current;
  return (
    session && context.appwrite.member(session.secret, () => context.revocations.requireSessionNotRevoked(session))
  );
}

/** The backend with this request's session. @throws TypeError for a guest, which is a bug of the caller. */
export function requireMemberBackend(context: RequestContext): Backend {
  const backend = getMemberBackend(context);
  if (!backend) throw new TypeError("This request has no session");
  return backend;
}
