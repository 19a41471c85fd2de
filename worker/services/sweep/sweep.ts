// What is cleared away every hour.
import type { AdminBackend } from "../../appwrite/appwrite";
import { errorEntry, type Log } from "../../log";
import { sweepUnclaimedFiles } from "./sweep-files";
import { sweepUnclaimedUsers } from "./sweep-users";

/**
 * Deletes uploads that nobody claimed and, where a code comes before the account, users who stopped at it: elsewhere no code
 * makes anybody. Never fails; what did is logged, and left to the next hour.
 */
export async function sweep(
  admin: AdminBackend,
  log: Log,
  { emailVerifiedAtSignUp }: { emailVerifiedAtSignUp: boolean },
): Promise<void> {
  const sweeps = emailVerifiedAtSignUp
    ? { file: sweepUnclaimedFiles }
    : { file: sweepUnclaimedFiles, user: sweepUnclaimedUsers };
  const done = Object.entries(sweeps).map(([what, sweepThem]) =>
    sweepThem(admin, log).catch((error: unknown) =>
      log("error", { event: `${what} sweep failed`, ...errorEntry(error) }),
    ),
  );
  await Promise.all(done);
}
