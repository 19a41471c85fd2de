// Ends uploads that no form has claimed.
import { CHUNK_BYTES } from "../../../app/contract/limits";
import type { Backend } from "../../appwrite/appwrite";
import { type RequestContext, requireMemberBackend } from "../../context";
import { retryInBackground } from "../retry-in-background";
import { refundFile } from "./network-room";
import { TICKET_SECONDS, type Ticket } from "./tickets";

/**
 * Ends an upload: revokes its ticket, then deletes its file, so that a part that is still arriving finds the ticket revoked.
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
  const stored = Math.min(ticket.size, (file?.chunksUploaded ?? 0) * CHUNK_BYTES);
  if (stored > 0) context.waitUntil("upload refund", () => refundFile(context, ticket, stored));
  await files.delete(ticket.fileId);
  return true;
}

/** Makes an upload the member's pending one of its kind, and ends the one before it unless a form has claimed that. */
export async function replacePendingUpload(
  context: RequestContext,
  { owner, kind, fileId, expiresAt }: Ticket,
): Promise<void> {
  const { pendingUploads, revocations } = context;
  const earlier = await pendingUploads.replace(owner, kind, { fileId, expiresAt });
  if (earlier === null) return;
  const { files } = requireMemberBackend(context);
  if (await revocations.endUnclaimedUpload(earlier, Date.now() + TICKET_SECONDS * 1000)) {
    retryInBackground(context, "earlier upload", () => files.delete(earlier));
  }
}
