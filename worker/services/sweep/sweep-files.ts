// Deletes files that no profile names: unclaimed uploads, and files that a failed deletion left behind.
import { FILE_ID_FIELDS } from "../../../app/contract/files";
import type { AdminBackend } from "../../appwrite/appwrite";
import { PAGE_FILES } from "../../appwrite/files";
import { ownerOf } from "../../appwrite/permissions";
import { errorEntry, type Log } from "../../log";
import { TICKET_SECONDS } from "../files/tickets";

/** A sign-up that started with a valid ticket may take this long to store the file's id in the profile. */
const MARGIN_MS = 3600 * 1000;
/** How far back a sweep looks. It runs every hour, so this leaves time for retries. */
const LOOK_BACK_MS = 7 * 24 * 3600 * 1000;

/**
 * Deletes files whose upload ticket has expired and which their owner's profile does not name. Leaves files without a single owner
 * alone, since this product did not create them. The next sweep retries failed deletions.
 * @returns how many were deleted.
 */
export async function sweepUnclaimedFiles(admin: AdminBackend, log: Log, now = Date.now()): Promise<number> {
  const to = new Date(now - TICKET_SECONDS * 1000 - MARGIN_MS);
  const from = new Date(to.getTime() - LOOK_BACK_MS);
  let deleted = 0;
  let failed = 0;
  for (const id of await findUnclaimedFiles(admin, from, to)) {
    try {
      await admin.files.delete(id);
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
async function findUnclaimedFiles(admin: AdminBackend, from: Date, to: Date): Promise<string[]> {
  const unclaimed: string[] = [];
  let after: string | undefined;
  do {
    const files = await admin.files.listCreatedBetween(from, to, after);
    const owned = files.flatMap((file) => {
      const owner = ownerOf(file.$permissions);
      return owner ? [{ id: file.$id, owner }] : [];
    });
    const named =
      owned.length > 0 ? await findNamedFiles(admin, [...new Set(owned.map(({ owner }) => owner))]) : new Set();
    unclaimed.push(...owned.flatMap(({ id }) => (named.has(id) ? [] : [id])));
    after = files.length < PAGE_FILES ? undefined : files.at(-1)?.$id;
  } while (after);
  return unclaimed;
}

async function findNamedFiles(admin: AdminBackend, owners: string[]): Promise<Set<unknown>> {
  const profiles = await admin.profiles.findMany(owners);
  return new Set(profiles.flatMap((profile) => Object.values(FILE_ID_FIELDS).map((field) => profile[field])));
}
