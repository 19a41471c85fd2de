// Deletes files that no profile names: unclaimed uploads, and files that a failed deletion left behind.
import type { Models } from "appwrite";
import { FILE_ID_FIELDS } from "../../../app/contract/files";
import type { AdminBackend } from "../../appwrite/appwrite";
import { PAGE_FILES } from "../../appwrite/files";
import { ownerOf } from "../../appwrite/permissions";
import { errorEntry, type Log } from "../../log";
import { claimIfNamed } from "../files/end-upload";
import { TICKET_SECONDS, UNCLAIMED_SECONDS } from "../files/tickets";
import type { UploadRecords } from "../files/upload-records";

const HOUR_MS = 3600 * 1000;
/** How far back each sweep looks: it runs every hour, so this leaves time for retries. */
const WEEK_MS = 7 * 24 * HOUR_MS;
/**
 * Each sweep looks at one of so many earlier weeks as well, one after the other: a file that was replaced after a long time, while the backend
 * could not delete it, is found within eleven days.
 */
const EARLIER_WEEKS = 260;

/** A Worker may have six connections. */
const DELETIONS_AT_ONCE = 6;

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
 * earlier week. Leaves files without a single owner alone, since this product did not create them. The next sweep retries what failed.
 * @returns how many were deleted.
 */
export async function sweepUnclaimedFiles(
  admin: AdminBackend,
  uploads: UploadRecords,
  log: Log,
  now = Date.now(),
): Promise<number> {
  const to = now - UNCLAIMED_SECONDS * 1000;
  const earlier = to - (1 + (Math.floor(now / HOUR_MS) % EARLIER_WEEKS)) * WEEK_MS;
  const counts = { deleted: 0, failed: 0 };
  const deleteFile = async (file: FileOfOwner) => {
    try {
      if (!(await mayDelete(admin, uploads, file, now))) return;
      await admin.files.delete(file.id);
      counts.deleted += 1;
    } catch (error) {
      counts.failed += 1;
      log("error", { event: "unclaimed file not deleted", ...errorEntry(error) });
    }
  };
  for (const period of [
    { from: to - WEEK_MS, to },
    { from: earlier - WEEK_MS, to: earlier },
  ]) {
    try {
      await sweepPeriod(admin, period, deleteFile);
    } catch (error) {
      counts.failed += 1;
      log("error", { event: "file sweep failed", ...errorEntry(error) });
    }
  }
  log("info", { event: "file sweep", ...counts });
  return counts.deleted;
}

/** Deletes what is found of a period, page by page. @throws {AppwriteError} when a page could not be read; those before it are done. */
async function sweepPeriod(
  admin: AdminBackend,
  { from, to }: Period,
  deleteFile: (file: FileOfOwner) => Promise<void>,
): Promise<void> {
  const listAfter = (after?: Models.File) => admin.files.listCreatedBetween(new Date(from), new Date(to), after?.$id);
  let page = await listAfter();
  for (;;) {
    const isLast = page.length < PAGE_FILES;
    // Read before this page's files are deleted, since its last file is the cursor. An error is thrown afterwards.
    const next = isLast ? null : await listAfter(page.at(-1)).catch((error: unknown) => ({ error }));
    await inParallel(await findUnclaimedFiles(admin, page, to), deleteFile);
    if (next === null) return;
    if ("error" in next) throw next.error;
    page = next;
  }
}

/** Which files of a page have waited long enough, and are not named by their owner's profile. */
async function findUnclaimedFiles(
  admin: AdminBackend,
  files: readonly Models.File[],
  to: number,
): Promise<FileOfOwner[]> {
  const owned = files.flatMap((file) => {
    const owner = ownerOf(file.$permissions);
    return owner && Date.parse(file.$updatedAt) < to ? [{ id: file.$id, owner }] : [];
  });
  if (owned.length === 0) return [];
  const named = await findNamedFiles(admin, [...new Set(owned.map(({ owner }) => owner))]);
  return owned.filter(({ id }) => !named.has(id));
}

/** Runs `work` for each item, for a few at once. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const runOneByOne = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: DELETIONS_AT_ONCE }, runOneByOne));
}

/**
 * Whether a file may be deleted. A form may have saved it since the profiles were read, so its upload is ended before:
 * - A profile that names the file by now keeps it.
 * - A file that a form is claiming at this moment is left to the next sweep.
 * - Otherwise a part that arrives now, or a form that claims the file, finds the upload ended.
 * - When the upload had ended before, the file may belong to another user by now: the profile of its current owner decides.
 */
async function mayDelete(admin: AdminBackend, uploads: UploadRecords, { id }: FileOfOwner, now: number) {
  const expiresAt = now + TICKET_SECONDS * 1000;
  if (await claimIfNamed(admin, uploads, { fileId: id, expiresAt })) return false;
  const outcome = await uploads.endUnclaimed(id, expiresAt);
  if (outcome === "ended") return true;
  if (outcome === "reserved") return false;
  const file = await admin.files.find(id);
  const owner = file && ownerOf(file.$permissions);
  return owner !== null && !(await findNamedFiles(admin, [owner])).has(id);
}

async function findNamedFiles(admin: AdminBackend, owners: string[]): Promise<Set<unknown>> {
  const profiles = await admin.profiles.findMany(owners);
  return new Set(profiles.flatMap((profile) => Object.values(FILE_ID_FIELDS).map((field) => profile[field])));
}
