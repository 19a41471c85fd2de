// The bytes of uploads: stores a request's body in parts of 5 MiB while it arrives.
import { contentMatches, FILE_MESSAGES, SIGNATURE_BYTES } from "../../../app/contract/files";
import { CHUNK_BYTES } from "../../../app/contract/limits";
import { AppwriteError, isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError, STORAGE_UNAVAILABLE } from "../../errors";
import type { Transfer } from "../../http/transfers";
import { isArchive, requireSoundArchive } from "./archive-check";
import { countPart } from "./network-room";
import { BodyTooShortError, PartSource } from "./part-source";
import { type Ticket, uploadGoneError } from "./tickets";
import { UploadLock } from "./upload-lock";
import { requireLiveSession, requireUnexpired, storedBytes, storedFile, uploaderBackend } from "./uploads";

export interface IncomingBytes {
  offset: number;
  body: ReadableStream<Uint8Array>;
  /** The `Content-Length` in bytes; null without one. */
  length: number | null;
  /** Called after each part with the new offset. */
  onStored?: (offset: number) => void;
}

/**
 * Stores the body of a request at Appwrite while it arrives, in parts of 5 MiB. Only the last part of the file may be shorter: bytes at the end
 * of the body that fill no part are not stored.
 * @returns the new offset.
 * @throws {ServiceError} `upload_offset_mismatch`, `conflict` while another request sends bytes of this upload, `too_many_uploads`,
 * `upload_chunk_too_small`, `file_content_mismatch`, `upload_gone`, `storage_unavailable`; `request_timeout` when the client is silent or slow;
 * `overloaded` when its network has too many transfers.
 */
export async function receiveUpload(context: RequestContext, ticket: Ticket, incoming: IncomingBytes): Promise<number> {
  if (isBelowOnePart(ticket.size, incoming)) throw chunkTooSmallError();
  requireAnnounced(ticket.size, incoming);
  return receiveLocked(context, ticket, incoming, await lockAt(context, ticket, incoming.offset));
}

/** `receiveUpload` for an upload that was created a moment ago, of which nothing can be stored. */
export async function receiveFirstBytes(
  context: RequestContext,
  ticket: Ticket,
  incoming: Omit<IncomingBytes, "offset">,
): Promise<number> {
  return receiveLocked(context, ticket, { ...incoming, offset: 0 }, await UploadLock.acquire(context, ticket));
}

function receiveLocked(
  context: RequestContext,
  ticket: Ticket,
  incoming: IncomingBytes,
  lock: UploadLock,
): Promise<number> {
  const receiving = receiveParts(context, ticket, incoming, lock);
  // When the client has gone, the request goes on to its end here, and unlocks the upload.
  context.waitUntil("upload", () => Promise.allSettled([receiving]));
  return receiving;
}

/** True when a request has announced too few bytes to store any: less than one part, and less than the rest of a file of `size` bytes. */
export function isBelowOnePart(size: number, { offset, length }: Pick<IncomingBytes, "offset" | "length">): boolean {
  return length !== null && length < Math.min(CHUNK_BYTES, size - offset);
}

/** @throws {ServiceError} `upload_metadata_invalid` when a request says that it has more than the rest of a file of `size` bytes. */
export function requireAnnounced(size: number, { offset, length }: Pick<IncomingBytes, "offset" | "length">): void {
  if (length === null || offset + length <= size) return;
  throw new ServiceError("upload_metadata_invalid", `More bytes than the ${size} that were announced`);
}

/**
 * Locks an upload whose next byte is `offset`. The stored number of bytes is read at the same time, so that the lock takes no time of its own.
 * @throws {ServiceError} `upload_offset_mismatch` when the stored number of bytes is not `offset`; `conflict` while another request sends bytes
 * to the same upload; `upload_gone` when the upload has ended or expired.
 */
async function lockAt(context: RequestContext, ticket: Ticket, offset: number): Promise<UploadLock> {
  const { files } = uploaderBackend(context, ticket);
  const [locked, found] = await Promise.allSettled([UploadLock.acquire(context, ticket), files.find(ticket.fileId)]);
  if (locked.status === "rejected") throw locked.reason;
  const lock = locked.value;
  try {
    if (found.status === "rejected") throw found.reason;
    // Another request may have stored a part after the offset was read, and before this one had the lock.
    const isOld = storedBytes(found.value) < lock.offset;
    const file = isOld ? await files.find(ticket.fileId) : found.value;
    requireUnexpired(ticket, file);
    const stored = storedBytes(file);
    if (stored !== offset) {
      await requireLiveSession(context, ticket);
      throw offsetMismatchError(stored);
    }
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function receiveParts(
  context: RequestContext,
  ticket: Ticket,
  incoming: IncomingBytes,
  lock: UploadLock,
): Promise<number> {
  const { size } = ticket;
  const transfer = await beginTransfer(context, lock);
  const source = new PartSource(incoming.body, context.clientPace, transfer, () => lock.keep(context));
  let { offset } = incoming;
  try {
    if (offset === 0) {
      const leading = await source.peek(SIGNATURE_BYTES);
      if (leading.length < Math.min(SIGNATURE_BYTES, size)) throw chunkTooSmallError();
      if (!contentMatches(ticket.name, leading)) {
        throw new ServiceError("file_content_mismatch", FILE_MESSAGES.content);
      }
    }
    while (offset < size) {
      const length = Math.min(CHUNK_BYTES, size - offset);
      const isFirst = offset === incoming.offset;
      if (!isFirst && !(await hasAnotherPart(source, incoming, offset, length))) break;
      const part = { start: offset, length };
      const next = await countPart(context, ticket, part, () => storePart(context, ticket, source, part));
      if (next === null) {
        if (isFirst) throw chunkTooSmallError();
        break;
      }
      const noted = lock.notePart(next, isLastPart(incoming, next, size));
      if (await deleteIfEnded(context, ticket, noted)) throw uploadGoneError();
      offset = next;
      incoming.onStored?.(offset);
    }
    if (offset === size && isArchive(ticket)) {
      // A request without bytes may come again and again.
      const isChecked = offset === incoming.offset && (await context.uploads.state(ticket.fileId)).isChecked;
      if (!isChecked) await requireSoundArchive(context, uploaderBackend(context, ticket).files, ticket);
    }
    return offset;
  } finally {
    transfer.end();
    await lock.release();
    await source.discard();
  }
}

/** Unlocks the upload when its network has no place for it. @throws {ServiceError} `overloaded`. */
async function beginTransfer(context: RequestContext, lock: UploadLock): Promise<Transfer> {
  try {
    return context.beginTransfer();
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** True when the request has no whole part from `offset` on. Without a `Content-Length` only the end of the file tells. */
function isLastPart(incoming: IncomingBytes, offset: number, size: number): boolean {
  if (offset >= size) return true;
  return incoming.length !== null && incoming.offset + incoming.length - offset < Math.min(CHUNK_BYTES, size - offset);
}

/**
 * Deletes the file of an upload that was ended, or whose owner's account was deleted, while a part was on its way: the part recreated it.
 * @param isDeleted whether the upload was ended.
 * @returns true when it did.
 */
async function deleteIfEnded(context: RequestContext, ticket: Ticket, isDeleted: Promise<boolean>): Promise<boolean> {
  const { appwrite, revocations } = context;
  const [isUploadDeleted, isOwnerDeleted] = await Promise.all([isDeleted, revocations.isUserDeleted(ticket.owner)]);
  if (!isUploadDeleted && !isOwnerDeleted) return false;
  // The session of a deleted member has ended.
  const { files } = isOwnerDeleted ? appwrite.admin : uploaderBackend(context, ticket);
  await files.delete(ticket.fileId);
  return true;
}

/** True when the body goes on after `offset`: with a whole part or, where there is no `Content-Length`, with at least one byte. */
async function hasAnotherPart(source: PartSource, incoming: IncomingBytes, offset: number, length: number) {
  if (incoming.length === null) return (await source.peek(1)).length > 0;
  return incoming.offset + incoming.length - offset >= length;
}

/** Stores one part at Appwrite. @returns how many bytes of the file are stored then; null when the request's body ended before the part was complete. */
async function storePart(
  context: RequestContext,
  ticket: Ticket,
  source: PartSource,
  { start, length }: { start: number; length: number },
): Promise<number | null> {
  const { fileId, name, owner, size } = ticket;
  try {
    const file = await uploaderBackend(context, ticket).files.storePart({
      fileId,
      name,
      owner,
      start,
      length,
      size,
      writeBody: (write) => source.copy(length, write),
    });
    return storedBytes(file);
  } catch (error) {
    if (error instanceof BodyTooShortError) return null;
    // The part may be stored although its response is an error.
    context.waitUntil("part of an ended upload", () =>
      deleteIfEnded(context, ticket, context.uploads.isDeleted(ticket.fileId)),
    );
    // Another request sent this part meanwhile. Newer versions of Appwrite accept it again.
    if (isAppwriteError(error, "storage_file_already_exists")) {
      throw offsetMismatchError(storedBytes(await storedFile(context, ticket)));
    }
    if (await isStorageFailure(context, error)) throw storageUnavailableError();
    throw error;
  }
}

/** True when Appwrite runs, but failed to store a part. It has no error type of its own for that: a full disk is a status 500 like any other failure. */
async function isStorageFailure({ appwrite }: RequestContext, error: unknown): Promise<boolean> {
  const isInternal = error instanceof AppwriteError && error.failure === "broken" && error.status === 500;
  return isInternal && (await appwrite.readVersion()) !== null;
}

function storageUnavailableError(): ServiceError {
  return new ServiceError("storage_unavailable", STORAGE_UNAVAILABLE);
}

function offsetMismatchError(stored: number): ServiceError {
  return new ServiceError("upload_offset_mismatch", `This upload stands at byte ${stored}`);
}

function chunkTooSmallError(): ServiceError {
  return new ServiceError(
    "upload_chunk_too_small",
    `Every request carries at least ${CHUNK_BYTES} bytes or the rest of the file`,
  );
}
