// Ends uploads that no form has claimed.
import { CHUNK_BYTES } from "../../../app/contract/limits";
import type { AdminBackend, Backend } from "../../appwrite/appwrite";
import { type RequestContext, requireMemberBackend } from "../../context";
import { retryAfterFailure, retryInBackground } from "../retry-in-background";
import { namedFiles } from "./named-files";
import { refundFile } from "./network-room";
import { TICKET_SECONDS, type Ticket } from "./tickets";
import type { UploadRecords } from "./upload-records";

/**
 * Ends an upload: revokes its ticket, then deletes its file, so that a part that is still arriving finds the ticket revoked. When the backend
 * fails, the file is deleted after the response: with the ticket revoked nobody could ask for it again.
 * @param files the uploader's, or the API key's.
 * @returns false when it had ended before, or a form has claimed it.
 */
export async function endUpload(context: RequestContext, ticket: Ticket, files: Backend["files"]): Promise<boolean> {
  const deleteFile = await revokeUpload(context, ticket, files);
  if (!deleteFile) return false;
  await deleteFile().catch((error: unknown) => retryAfterFailure(context, "ended upload", error, deleteFile));
  return true;
}

interface EndedUpload extends Pick<Ticket, "fileId" | "expiresAt" | "owner"> {
  /** The limit that gets the stored bytes back. None does when it is not known: bytes of one limit must not make room in another. */
  bytesKind: Ticket["bytesKind"] | null;
}

/**
 * Revokes an upload's ticket.
 * @returns a function that deletes the file, and then gives back what was stored of it; null when the upload had ended before, or a
 * form has claimed it or is about to.
 */
async function revokeUpload(
  context: RequestContext,
  upload: EndedUpload,
  files: Backend["files"],
): Promise<(() => Promise<void>) | null> {
  const { fileId, expiresAt, owner, bytesKind } = upload;
  if (await claimIfNamed(context.appwrite.admin, context.uploads, upload)) return null;
  const [outcome, file] = await Promise.all([
    context.uploads.endUnclaimed(fileId, expiresAt),
    // Only to know what to refund.
    files.find(fileId).catch(() => null),
  ]);
  if (outcome !== "ended") return null;
  let refundable = file ? Math.min(file.sizeOriginal, file.chunksUploaded * CHUNK_BYTES) : 0;
  return async () => {
    await files.delete(fileId);
    const stored = refundable;
    // Attempts may overlap.
    refundable = 0;
    if (stored > 0 && bytesKind)
      context.waitUntil("upload refund", () => refundFile(context, { bytesKind, owner }, stored));
  };
}

/**
 * Claims an upload whose file a profile names already: the answer to the form that claimed it was lost.
 * @param admin the API key's backend: a guest's form may have claimed it. @returns whether one names it.
 */
export async function claimIfNamed(
  admin: AdminBackend,
  uploads: UploadRecords,
  { fileId, expiresAt }: Pick<Ticket, "fileId" | "expiresAt">,
): Promise<boolean> {
  const userId = await uploads.lastReservedBy(fileId);
  if (userId === null) return false;
  const profile = await admin.profiles.find(userId);
  return namedFiles(profile).some(({ id }) => id === fileId) && uploads.claim(fileId, expiresAt);
}

/**
 * Makes an upload the member's pending one of its kind, and ends the one before it unless a form has claimed that. What was stored of it is
 * given back to the limit that it counted for: the member may have moved to a known device since.
 */
export async function replacePendingUpload(context: RequestContext, ticket: Ticket): Promise<void> {
  const { owner, kind, fileId, expiresAt, bytesKind } = ticket;
  const earlier = await context.pendingUploads.replace(owner, kind, { fileId, expiresAt, bytesKind });
  if (earlier === null) return;
  const { files } = requireMemberBackend(context);
  const upload = {
    fileId: earlier.fileId,
    owner,
    expiresAt: Date.now() + TICKET_SECONDS * 1000,
    bytesKind: earlier.bytesKind ?? null,
  };
  const deleteFile = await revokeUpload(context, upload, files);
  if (deleteFile) retryInBackground(context, "earlier upload", deleteFile);
}
