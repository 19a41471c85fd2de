// The check of a stored archive (.zip, .docx): its directory is read by byte range.
import { extensionOf, FILE_MESSAGES } from "../../../app/contract/files";
import type { Backend } from "../../appwrite/appwrite";
import { CallsInFlight } from "../../appwrite/calls-in-flight";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import {
  ARCHIVE_TAIL_BYTES,
  type ArchiveFault,
  DOCX_ENTRY,
  findArchiveFault,
  locateDirectory,
} from "./archive-directory";
import { endUpload } from "./end-upload";
import type { Ticket } from "./tickets";

const ARCHIVE_EXTENSIONS: readonly string[] = ["zip", "docx"];
const MESSAGES: Record<ArchiveFault, string> = {
  broken: FILE_MESSAGES.archiveBroken,
  empty: FILE_MESSAGES.archiveEmpty,
  bomb: FILE_MESSAGES.archiveTooDense,
  "wrong-type": FILE_MESSAGES.content,
};

/**
 * The checks of this isolate. A directory may have 4 MB and 65,535 entries, so that many at once would take all of its memory. One takes a
 * tenth of a second.
 */
const checks = new CallsInFlight({ maxCalls: 2, waitMs: 10_000, maxPages: 0 });
/** Longer than a check can last, in milliseconds: two reads of eight seconds. */
const CHECK_LEASE_MS = 20_000;

/** True for a file whose directory has to be checked when it is complete. */
export function isArchive({ name }: Ticket): boolean {
  return ARCHIVE_EXTENSIONS.includes(extensionOf(name));
}

/**
 * Checks an archive that is completely stored, and notes that it passed. One that does not pass is deleted, and its upload ends.
 * @param files the uploader's, or the API key's.
 * @throws {ServiceError} `file_content_mismatch`; `overloaded` when too many others are being checked: the next request checks it.
 */
export async function requireSoundArchive(
  context: RequestContext,
  files: Backend["files"],
  ticket: Ticket,
): Promise<void> {
  if (!(await checks.waitForRoom(null))) {
    throw new ServiceError("overloaded", "Many files are being checked. Please try again in a moment", {
      retryAfterSeconds: 5,
    });
  }
  const end = checks.begin(CHECK_LEASE_MS, null);
  const fault = await readFault(files, ticket).finally(end);
  if (fault === null) return context.uploads.markChecked(ticket.fileId, ticket.expiresAt);
  context.warn({ event: "archive refused", fault, bytes: ticket.size });
  await endUpload(context, ticket, files);
  throw new ServiceError("file_content_mismatch", MESSAGES[fault]);
}

async function readFault(files: Backend["files"], { fileId, name, size }: Ticket): Promise<ArchiveFault | null> {
  const tailStart = Math.max(0, size - ARCHIVE_TAIL_BYTES);
  const tail = await files.readBytes(fileId, tailStart, size - tailStart);
  const location = locateDirectory(tail, size);
  if (location === "broken") return "broken";
  const { start, length } = location;
  const isInTail = start >= tailStart;
  const directory = isInTail
    ? tail.subarray(start - tailStart, start - tailStart + length)
    : await files.readBytes(fileId, start, length);
  return findArchiveFault(directory, location, extensionOf(name) === "docx" ? DOCX_ENTRY : null);
}
