import type { RequestContext } from "../../context";
import { memberSubject } from "../sign-in/password-attempts";
import { endOpenedSession, openSession } from "../sign-in/sign-in";
import { type MemberSession, memberRecords, withSession } from "./account";

/**
 * Checks the member's password, and counts the attempt. Appwrite has no call for it: a session is opened with the password, and ended
 * again.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`. @throws {AppwriteError} `user_invalid_credentials`.
 */
export async function requirePassword(context: RequestContext, member: MemberSession, password: string): Promise<void> {
  const { email } = await memberRecords(context, member).account;
  const opened = await openSession(context, email, password, memberSubject(member));
  endOpenedSession(context, opened);
  context.session.markAuthenticated();
}

/**
 * Checks the member's password for what follows, within the next quarter of an hour.
 * @throws {ServiceError} `session_missing`, `rate_limited`, `user_invalid_credentials`.
 */
export async function confirmPassword(context: RequestContext, password: string): Promise<void> {
  await withSession(context, (member) => requirePassword(context, member, password));
}
