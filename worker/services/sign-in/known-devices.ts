// Which devices an account knows after its password has changed.
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";

/**
 * Makes strangers of an account's devices but this one, because it has a new password: whoever knew the one before may have signed in on
 * theirs, and would use up the attempts that are kept for the owner's. Never throws.
 */
export async function rememberOnlyThisDevice(
  context: RequestContext,
  account: { id: string; email: string },
): Promise<void> {
  await forgetDevices(context, account);
  await context.device.remember(account, Date.now());
}

/** Makes strangers of all devices of an account. Never throws. */
export async function forgetDevices(context: RequestContext, account: { id: string; email: string }): Promise<void> {
  try {
    await context.limits.forgetDevices(account);
  } catch (error) {
    context.warn({ event: "devices not forgotten", ...errorEntry(error) });
  }
}
