import { REAUTHENTICATION_SECONDS } from "../../../app/contract/limits";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";

/** True for a quarter of an hour after the member's last sign-in or password. */
export function isRecentlyAuthenticated({ session }: RequestContext): boolean {
  const provenAt = session.current?.provenAt ?? 0;
  return provenAt + REAUTHENTICATION_SECONDS * 1000 > Date.now();
}

/**
 * For what an open session alone must not do.
 * @throws {ServiceError} `password_required` when the member's last sign-in or password is older than a quarter of an hour.
 */
export function requireRecentAuthentication(context: RequestContext): void {
  if (isRecentlyAuthenticated(context)) return;
  throw new ServiceError("password_required", "Please enter your password again");
}
