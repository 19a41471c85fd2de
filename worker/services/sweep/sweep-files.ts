// Deletes files that no profile names: unclaimed uploads, and files that a failed deletion left behind.
import { FILE_ID_FIELDS } from "../../../app/contract/files";
import type { AdminBackend } from "../../appwrite/appwrite";
import { PAGE_FILES } from "../../appwrite/files";
import { ownerOf } from "../../appwrite/permissions";
import { errorEntry, type Log } from "../../log";
import { TICKET_SECONDS, UNCLAIMED_SECONDS } from "../files/tickets";
import type { Revocations } from "../revocations";

const HOUR_MS = 3600 * 1000;
/** How far back each sweep looks: it runs every hour, so this leaves time for retries. */
const WEEK_MS = 7 * 24 * HOUR_MS;
/**
 * Each sweep looks at one of so many earlier weeks as well, one after the other: a file that was replaced after a long time, while the backend
 * could not delete it, is found within eleven days.
 */
const EARLIER_WEEKS = 260;

/** When files were created, in milliseconds since 1970. */
interface Period {
  from: number;
  to: number;
}

interface FileOfOwner {
  id: string;
  owner: string;
}

/**
 * Deletes files of which nothing has arrived for two hours, and which their owner's profile does not name: those of the last week, and of one
 * earlier week. Leaves files without a single
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
  const to = now - UNCLAIMED_SECONDS * 1000;
  const earlier = to - (1 + (Math.floor(now / HOUR_MS) % EARLIER_WEEKS)) * WEEK_MS;
  const unclaimed = [
    ...(await findUnclaimedFiles(admin, { from: to - WEEK_MS, to })),
    ...(await findUnclaimedFiles(admin, { from: earlier - WEEK_MS, to: earlier })),
  ];
  for (const file of unclaimed) {
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

/** Finds all of a period before any deletion, since the last file of a page is the cursor of the next one. */
async function findUnclaimedFiles(admin: AdminBackend, { from, to }: Period): Promise<FileOfOwner[]> {
  const unclaimed: FileOfOwner[] = [];
  let after: string | undefined;
  do {
    const files = await admin.files.listCreatedBetween(new Date(from), new Date(to), after);
    const owned = files.flatMap((file) => {
      const owner = ownerOf(file.$permissions);
      return owner && Date.parse(file.$updatedAt) < to ? [{ id: file.$id, owner }] : [];
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
