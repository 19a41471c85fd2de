// Ends uploads that no form has claimed.
import type { Backend } from "../../appwrite/appwrite";
import { type RequestContext, requireMemberBackend } from "../../context";
import { retryAfterFailure, retryInBackground } from "../retry-in-background";
import { TICKET_SECONDS, type Ticket } from "./tickets";

/**
 * Ends an upload: revokes its ticket, then deletes its file, so that a part that is still arriving finds the ticket revoked. When the backend
 * fails, the file is deleted after the response: with the ticket revoked nobody could ask for it again.
 * @param files the uploader's, or the API key's.
 * @returns false when it had ended before, or a form has claimed it.
 */
export async function endUpload(context: RequestContext, ticket: Ticket, files: Backend["files"]): Promise<boolean> {
  const { limits, revocations } = context;
  if (!(await revocations.endUnclaimedUpload(ticket.fileId, ticket.expiresAt))) return false;
  if (ticket.guest) context.waitUntil("upload refund", () => limits.refundNetworkBytes(ticket.size));
  const deleteFile = () => files.delete(ticket.fileId);
  await deleteFile().catch((error: unknown) => retryAfterFailure(context, "ended upload", error, deleteFile));
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
