// Deletes files that no profile names: guests' uploads that were never claimed, and what a failed step left behind.
import type { AdminBackend } from "../appwrite/appwrite";
import { ownerOf } from "../appwrite/permissions";
import type { Log } from "../log";
import { FILE_FIELDS } from "./claims";
import { TICKET_SECONDS } from "./tickets";

/** How far back a sweep looks: it runs every hour, so a file has this long to be met by one. */
const LOOK_BACK_MS = 7 * 24 * 3600 * 1000;

/**
 * Looks at the files whose upload ticket has expired, and deletes those that their owner's profile does not name. A file
 * without a single owner was not made here and is left alone.
 * @returns how many were deleted.
 */
export async function sweepUnclaimedFiles(admin: AdminBackend, log: Log, now = Date.now()): Promise<number> {
  const to = new Date(now - TICKET_SECONDS * 1000);
  const from = new Date(to.getTime() - LOOK_BACK_MS);
  let deleted = 0;
  let after: string | undefined;
  for (;;) {
    const files = await admin.files.listMadeBetween(from, to, after);
    const owned = files.flatMap((file) => {
      const owner = ownerOf(file.$permissions);
      return owner ? [{ id: file.$id, owner }] : [];
    });
    const kept = owned.length > 0 ? await namedFiles(admin, [...new Set(owned.map(({ owner }) => owner))]) : new Set();
    for (const { id } of owned.filter((file) => !kept.has(file.id))) {
      await admin.files.delete(id);
      deleted += 1;
    }
    after = files.at(-1)?.$id;
    if (files.length < 100 || !after) break;
  }
  log("info", { event: "sweep", deleted });
  return deleted;
}

async function namedFiles(admin: AdminBackend, owners: string[]): Promise<Set<unknown>> {
  const profiles = await admin.profiles.findMany(owners);
  return new Set(profiles.flatMap((profile) => Object.values(FILE_FIELDS).map((field) => profile[field])));
}
