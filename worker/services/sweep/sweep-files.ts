// Deletes files that no profile names: guests' uploads that were never claimed, and what a failed step left behind.
import type { AdminBackend } from "../../appwrite/appwrite";
import { PAGE_FILES } from "../../appwrite/files";
import { ownerOf } from "../../appwrite/permissions";
import { errorEntry, type Log } from "../../log";
import { FILE_FIELDS } from "../files/claims";
import { TICKET_SECONDS } from "../files/tickets";

/** A sign-up that began with a ticket still good may take this long to name its file. */
const MARGIN_MS = 3600 * 1000;
/** How far back a sweep looks: it runs every hour, so a file has this long to be met by one. */
const LOOK_BACK_MS = 7 * 24 * 3600 * 1000;

/**
 * Looks at the files whose upload ticket has expired, and deletes those that their owner's profile does not name. A file
 * without a single owner was not made here and is left alone; one that cannot be deleted is left to the next sweep.
 * @returns how many were deleted.
 */
export async function sweepUnclaimedFiles(admin: AdminBackend, log: Log, now = Date.now()): Promise<number> {
  const to = new Date(now - TICKET_SECONDS * 1000 - MARGIN_MS);
  const from = new Date(to.getTime() - LOOK_BACK_MS);
  let deleted = 0;
  let failed = 0;
  for (const id of await unclaimedFiles(admin, from, to)) {
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

/** All of them before the first is deleted: the last file of a page says where the next one begins. */
async function unclaimedFiles(admin: AdminBackend, from: Date, to: Date): Promise<string[]> {
  const unclaimed: string[] = [];
  let after: string | undefined;
  do {
    const files = await admin.files.listCreatedBetween(from, to, after);
    const owned = files.flatMap((file) => {
      const owner = ownerOf(file.$permissions);
      return owner ? [{ id: file.$id, owner }] : [];
    });
    const kept = owned.length > 0 ? await namedFiles(admin, [...new Set(owned.map(({ owner }) => owner))]) : new Set();
    unclaimed.push(...owned.flatMap(({ id }) => (kept.has(id) ? [] : [id])));
    after = files.length < PAGE_FILES ? undefined : files.at(-1)?.$id;
  } while (after);
  return unclaimed;
}

async function namedFiles(admin: AdminBackend, owners: string[]): Promise<Set<unknown>> {
  const profiles = await admin.profiles.findMany(owners);
  return new Set(profiles.flatMap((profile) => Object.values(FILE_FIELDS).map((field) => profile[field])));
}
