// What belongs to one request: made when it arrives, shared by the API calls that a page makes in process, gone with it.
import type { Appwrite, Backend } from "./appwrite/appwrite";
import type { Config } from "./config";
import type { LogEntry } from "./log";
import type { EmailTokens } from "./services/email/email-tokens";
import type { Phrases } from "./services/email/phrases";
import type { Limits } from "./services/limits";
import type { Revocations } from "./services/revocations";
import type { FlashCookie } from "./session/flash";
import type { SessionCookie } from "./session/session";

export interface RequestContext {
  requestId: string;
  buildId: string;
  /** Where this site is, such as "https://navarambh.example"; the links in mails start with it. */
  origin: string;
  config: Config;
  session: SessionCookie;
  flash: FlashCookie;
  appwrite: Appwrite;
  limits: Limits;
  revocations: Revocations;
  emailTokens: EmailTokens;
  phrases: Phrases;
  /** Finishes something after the answer is out; a failure is logged under `what`. */
  waitUntil(what: string, work: () => Promise<unknown>): void;
  warn(entry: LogEntry): void;
}

/** The backend with the session of this request's cookie, or null for a guest. */
export function getMemberBackend(context: RequestContext): Backend | null {
  const session = context.session.current;
  return (
    session &&
    context.appwrite.member(session.secret, () => context.revocations.requireSessionNotRevoked(session.sessionId))
  );
}

/** The backend with the session that this request has just opened. */
export function requireMemberBackend(context: RequestContext): Backend {
  const backend = getMemberBackend(context);
  if (!backend) throw new TypeError("this step has a session");
  return backend;
}
