// The hourly cleanup.
import type { AdminBackend } from "../../appwrite/appwrite";
import { errorEntry, type Log } from "../../log";
import type { UploadRecords } from "../files/upload-records";
import { sweepUnclaimedFiles } from "./sweep-files";
import { sweepUnfinishedUsers } from "./sweep-users";

/**
 * Deletes unclaimed uploads. If sign-up needs a verified e-mail address, also deletes users who never finished sign-up: only then do
 * codes create users. Never throws: errors are logged, and the next run retries.
 */
export async function sweep(
  admin: AdminBackend,
  uploads: UploadRecords,
  log: Log,
  { requiresEmailProof }: { requiresEmailProof: boolean },
): Promise<void> {
  const sweepFiles = () => sweepUnclaimedFiles(admin, uploads, log);
  const sweepUsers = () => sweepUnfinishedUsers(admin, log);
  const sweeps = requiresEmailProof ? { file: sweepFiles, user: sweepUsers } : { file: sweepFiles };
  const done = Object.entries(sweeps).map(([kind, sweepKind]) =>
    sweepKind().catch((error: unknown) => log("error", { event: `${kind} sweep failed`, ...errorEntry(error) })),
  );
  await Promise.all(done);
}
