// What belongs to one request: made when it arrives, shared by the API calls that a page makes in process, gone with it.
import type { Appwrite, Backend } from "./appwrite/appwrite";
import type { Config } from "./env";
import type { FlashCookie } from "./flash";
import type { LogEntry } from "./log";
import type { Endings } from "./services/endings";
import type { Limits } from "./services/limits";
import type { MailedSecrets } from "./services/mailed-secrets";
import type { Phrases } from "./services/phrases";
import type { SessionCookie } from "./session";

export interface Scope {
  requestId: string;
  buildId: string;
  /** Where this site is, such as "https://navarambh.example"; the links in mails start with it. */
  origin: string;
  config: Config;
  session: SessionCookie;
  flash: FlashCookie;
  appwrite: Appwrite;
  limits: Limits;
  endings: Endings;
  mailedSecrets: MailedSecrets;
  phrases: Phrases;
  /** Finishes something after the answer is out; a failure is logged under `what`. */
  later(what: string, work: () => Promise<unknown>): void;
  warn(entry: LogEntry): void;
}

/** The backend with the session of this request's cookie, or null for a guest. */
export function memberBackend(scope: Scope): Backend | null {
  const session = scope.session.current;
  return (
    session && scope.appwrite.member(session.secret, () => scope.endings.requireSessionNotEnded(session.sessionId))
  );
}

/** The backend with the session that this request has just opened. */
export function requireMemberBackend(scope: Scope): Backend {
  const backend = memberBackend(scope);
  if (!backend) throw new TypeError("this step has a session");
  return backend;
}
