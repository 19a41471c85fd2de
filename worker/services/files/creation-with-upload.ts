// Starts an upload whose creation brings bytes of the file along (tus's extension creation-with-upload).
import type { ApiErrorType } from "../../../app/contract/errors";
import { SourceError } from "../../appwrite/transport";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { endUpload } from "./end-upload";
import { type IncomingBytes, isBelowOnePart, receiveFirstBytes, requireAnnounced } from "./receive-bytes";
import type { Ticket } from "./tickets";
import { createUpload, type UploadRequest } from "./uploads";

type FirstBytes = Pick<IncomingBytes, "body" | "length">;

/** The upload has ended, or has to: no bytes will make it good. */
const FINAL_ERRORS: ReadonlySet<ApiErrorType> = new Set(["file_content_mismatch", "upload_gone"]);
/** The client has gone, is slow, or sent less than a part. */
const CLIENT_ERRORS: ReadonlySet<ApiErrorType> = new Set([
  "upload_chunk_too_small",
  "body_unreadable",
  "request_timeout",
]);

/**
 * Starts an upload and stores as many whole parts of the body as it can. A body that ends within the first part, or a part that could not
 * be stored, is no error: the client learns the ticket and the offset, and goes on from there. A file that is refused leaves nothing behind.
 * @returns the ticket, in plain and sealed form, and how many bytes are stored.
 * @throws {ServiceError} as `createUpload`; `upload_metadata_invalid`, `file_content_mismatch`, `upload_gone`.
 */
export async function createUploadWithBytes(
  context: RequestContext,
  request: UploadRequest,
  bytes: FirstBytes,
): Promise<{ ticket: Ticket; sealed: string; offset: number }> {
  const first = { offset: 0, length: bytes.length };
  requireAnnounced(request.size, first);
  const created = await createUpload(context, request);
  const { ticket } = created;
  if (isBelowOnePart(ticket.size, first)) return { ...created, offset: 0 };
  let offset = 0;
  const onStored = (stored: number) => {
    offset = stored;
  };
  try {
    await receiveFirstBytes(context, ticket, { ...bytes, onStored });
  } catch (error) {
    const cause = error instanceof SourceError ? error.cause : error;
    const type = cause instanceof ServiceError ? cause.type : undefined;
    if (type && FINAL_ERRORS.has(type)) {
      // Nobody else knows the ticket, so nobody else would end the upload.
      context.waitUntil("refused upload", () => endUpload(context, ticket, context.appwrite.admin.files));
      throw error;
    }
    if (!(type && CLIENT_ERRORS.has(type))) {
      context.warn({ event: "upload created without all of its bytes", offset, ...errorEntry(cause) });
    }
  }
  return { ...created, offset };
}
