import { REAUTHENTICATION_SECONDS } from "../../../app/contract/limits";
import type { RequestContext } from "../../context";
import { ServiceError } from "../errors";

/**
 * For what an open session alone must not do.
 * @throws {ServiceError} `password_required` when the member's last sign-in or password is older than a quarter of an hour.
 */
export function requireRecentAuthentication({ session }: RequestContext): void {
  const provenAt = session.current?.provenAt ?? 0;
  if (provenAt + REAUTHENTICATION_SECONDS * 1000 > Date.now()) return;
  throw new ServiceError("password_required", "Please enter your password again");
}
