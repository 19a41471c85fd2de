// Ends uploads that no form has claimed.
import type { Models } from "appwrite";
import { CHUNK_BYTES } from "../../../app/contract/limits";
import type { Backend } from "../../appwrite/appwrite";
import { type RequestContext, requireMemberBackend } from "../../context";
import { retryAfterFailure, retryInBackground } from "../retry-in-background";
import { refundFile } from "./network-room";
import { TICKET_SECONDS, type Ticket } from "./tickets";

/**
 * Ends an upload: revokes its ticket, then deletes its file, so that a part that is still arriving finds the ticket revoked. When the backend
 * fails, the file is deleted after the response: with the ticket revoked nobody could ask for it again.
 * @param files the uploader's, or the API key's.
 * @returns false when it had ended before, or a form has claimed it.
 */
export async function endUpload(context: RequestContext, ticket: Ticket, files: Backend["files"]): Promise<boolean> {
  const [isEnded, file] = await Promise.all([
    context.revocations.endUnclaimedUpload(ticket.fileId, ticket.expiresAt),
    // Only to know what to refund.
    files.find(ticket.fileId).catch(() => null),
  ]);
  if (!isEnded) return false;
  refundStored(context, ticket, file);
  const deleteFile = () => files.delete(ticket.fileId);
  await deleteFile().catch((error: unknown) => retryAfterFailure(context, "ended upload", error, deleteFile));
  return true;
}

/** Gives the network the bytes back that an ended upload had stored. */
function refundStored(
  context: RequestContext,
  upload: Pick<Ticket, "guest" | "owner">,
  file: Models.File | null,
): void {
  if (!file) return;
  const stored = Math.min(file.sizeOriginal, file.chunksUploaded * CHUNK_BYTES);
  if (stored > 0) context.waitUntil("upload refund", () => refundFile(context, upload, stored));
}

/** Makes an upload the member's pending one of its kind, and ends the one before it unless a form has claimed that. */
export async function replacePendingUpload(context: RequestContext, ticket: Ticket): Promise<void> {
  const { pendingUploads, revocations } = context;
  const { owner, kind, fileId, expiresAt } = ticket;
  const earlier = await pendingUploads.replace(owner, kind, { fileId, expiresAt });
  if (earlier === null) return;
  const { files } = requireMemberBackend(context);
  const [isEnded, file] = await Promise.all([
    revocations.endUnclaimedUpload(earlier, Date.now() + TICKET_SECONDS * 1000),
    // Only to know what to refund.
    files.find(earlier).catch(() => null),
  ]);
  if (!isEnded) return;
  refundStored(context, ticket, file);
  retryInBackground(context, "earlier upload", () => files.delete(earlier));
}
