// Which devices keep a count of attempts of their own after an account has a new password.
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";

/**
 * Lets an account know only this device, because it has a new password: whoever knew the one before may have signed in on a device of
 * theirs, and would use up the attempts that are reserved for the owner's. Never throws.
 */
export async function rememberOnlyThisDevice(
  context: RequestContext,
  account: { id: string; email: string },
): Promise<void> {
  await forgetDevices(context, account);
  await context.device.remember(account, Date.now());
}

/**
 * Makes an account's known devices unknown, so that their attempts are counted with those of unknown devices. Never throws.
 * @param before devices that the account has remembered since this time stay known, in milliseconds since 1970.
 */
export async function forgetDevices(
  context: RequestContext,
  account: { id: string; email: string },
  before = Date.now(),
): Promise<void> {
  try {
    await context.limits.forgetDevices(account, before);
  } catch (error) {
    context.warn({ event: "devices not forgotten", ...errorEntry(error) });
  }
}
