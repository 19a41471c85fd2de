// Deletes files that no profile names: unclaimed uploads, and files that a failed deletion left behind.
import { FILE_ID_FIELDS } from "../../../app/contract/files";
import type { AdminBackend } from "../../appwrite/appwrite";
import { PAGE_FILES } from "../../appwrite/files";
import { ownerOf } from "../../appwrite/permissions";
import { errorEntry, type Log } from "../../log";
import { TICKET_SECONDS, UNCLAIMED_SECONDS } from "../files/tickets";
import type { Revocations } from "../revocations";

/** How far back a sweep looks. It runs every hour, so this leaves time for retries. */
const LOOK_BACK_MS = 7 * 24 * 3600 * 1000;

interface FileOfOwner {
  id: string;
  owner: string;
}

/**
 * Deletes files of which nothing has arrived for two hours, and which their owner's profile does not name. Leaves files without a single
 * owner alone, since this product did not create them. The next sweep retries failed deletions.
 * @returns how many were deleted.
 */
export async function sweepUnclaimedFiles(
  admin: AdminBackend,
  revocations: Revocations,
  log: Log,
  now = Date.now(),
): Promise<number> {
  let deleted = 0;
  let failed = 0;
  for (const file of await findUnclaimedFiles(admin, now)) {
    try {
      if (!(await mayDelete(admin, revocations, file, now))) continue;
      await admin.files.delete(file.id);
      deleted += 1;
    } catch (error) {
      failed += 1;
      log("error", { event: "unclaimed file not deleted", ...errorEntry(error) });
    }
  }
  log("info", { event: "file sweep", deleted, failed });
  return deleted;
}

/** Finds all of them before any deletion, since the last file of a page is the cursor of the next one. */
async function findUnclaimedFiles(admin: AdminBackend, now: number): Promise<FileOfOwner[]> {
  const to = new Date(now - UNCLAIMED_SECONDS * 1000);
  const from = new Date(to.getTime() - LOOK_BACK_MS);
  const unclaimed: FileOfOwner[] = [];
  let after: string | undefined;
  do {
    const files = await admin.files.listCreatedBetween(from, to, after);
    const owned = files.flatMap((file) => {
      const owner = ownerOf(file.$permissions);
      return owner && Date.parse(file.$updatedAt) < to.getTime() ? [{ id: file.$id, owner }] : [];
    });
    const named =
      owned.length > 0 ? await findNamedFiles(admin, [...new Set(owned.map(({ owner }) => owner))]) : new Set();
    unclaimed.push(...owned.filter(({ id }) => !named.has(id)));
    after = files.length < PAGE_FILES ? undefined : files.at(-1)?.$id;
  } while (after);
  return unclaimed;
}

/**
 * Ends the upload first: a part that arrives at this moment, or a form that claims the file, finds it ended. When it had ended before, the
 * profile is read again, since a form may just have claimed the file.
 */
async function mayDelete(admin: AdminBackend, revocations: Revocations, { id, owner }: FileOfOwner, now: number) {
  if (await revocations.endUnclaimedUpload(id, now + TICKET_SECONDS * 1000)) return true;
  return !(await findNamedFiles(admin, [owner])).has(id);
}

async function findNamedFiles(admin: AdminBackend, owners: string[]): Promise<Set<unknown>> {
  const profiles = await admin.profiles.findMany(owners);
  return new Set(profiles.flatMap((profile) => Object.values(FILE_ID_FIELDS).map((field) => profile[field])));
}
