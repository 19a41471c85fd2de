// Uploads: relays the visitor's tus requests to Appwrite in parts of 5 MiB. The upload offset is what Appwrite has acknowledged.
import { Buffer } from "node:buffer";
import type { Models } from "appwrite";
import {
  contentMatches,
  extensionAccepted,
  FILE_MESSAGES,
  type FileKind,
  fileTooLargeMessage,
  fileTypeMessage,
  SIGNATURE_BYTES,
} from "../../../app/contract/files";
import { CHUNK_BYTES } from "../../../app/contract/limits";
import { plainLine } from "../../../app/contract/plain-line";
import type { Backend } from "../../appwrite/appwrite";
import { AppwriteError, isAppwriteError, isBucketMissing } from "../../appwrite/errors";
import { encodeName, NAME_MAX_BYTES } from "../../appwrite/files";
import { getMemberBackend, type RequestContext } from "../../context";
import { ServiceError, STORAGE_UNAVAILABLE } from "../../errors";
import type { Transfer } from "../../http/transfers";
import { memberRecords, withSession } from "../account/account";
import { generateId } from "../ids";
import { isArchive, requireSoundArchive } from "./archive-check";
import { endUpload, replacePendingUpload } from "./end-upload";
import { bytesKindOf, countPart, requireNetworkRoom, secondsUntilRoom } from "./network-room";
import { BodyTooShortError, PartSource } from "./part-source";
import { expiryOf, sealTicket, TICKET_SECONDS, type Ticket, uploadGoneError } from "./tickets";
import { UploadLock } from "./upload-lock";

export interface UploadRequest {
  name: string;
  kind: FileKind;
  /** In bytes. */
  size: number;
}

/**
 * Starts an upload by creating its ticket. Nothing is stored yet. A member's earlier upload of this kind ends, unless a form has claimed it.
 * @returns the ticket, in plain and sealed form.
 * @throws {ServiceError} `file_type_unsupported`, `file_empty`, `file_too_large`; `too_many_uploads`.
 * @throws {AppwriteError} `storage_bucket_not_found` for a guest while the bucket is disabled.
 */
export async function createUpload(
  context: RequestContext,
  request: UploadRequest,
): Promise<{ ticket: Ticket; sealed: string }> {
  const { fileMaxBytes } = context.config.public;
  if (!extensionAccepted(request.kind, request.name)) {
    throw new ServiceError("file_type_unsupported", fileTypeMessage(request.kind));
  }
  if (request.size === 0) throw new ServiceError("file_empty", FILE_MESSAGES.empty);
  if (request.size > fileMaxBytes) throw new ServiceError("file_too_large", fileTooLargeMessage(fileMaxBytes));
  const session = context.session.current;
  const account = session ? await withSession(context, (member) => memberRecords(context, member).account) : null;
  const ticket: Ticket = {
    ...request,
    name: sanitizeFileName(request.name),
    fileId: generateId(),
    owner: account?.$id ?? generateId(),
    guest: account === null,
    bytesKind: await bytesKindOf(context, account),
    expiresAt: Date.now() + TICKET_SECONDS * 1000,
  };
  await Promise.all([
    account === null && requireEnabledBucket(context),
    requireNetworkRoom(context, ticket, request.size),
  ]);
  // Only now: whoever has the cookie of an ended session must not use up what the member may upload.
  if (account) await context.limits.consume("member-upload", account.$id);
  if (!ticket.guest) await replacePendingUpload(context, ticket);
  return { ticket, sealed: await sealTicket(context.config.keyring, ticket) };
}

export interface UploadState {
  /** How many bytes are stored. */
  offset: number;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/**
 * The state of an upload, for a client that wants to go on with it.
 * @throws {ServiceError} `upload_gone` when the upload has ended or expired; `session_missing` when the session of the member who sends it has ended.
 */
export async function uploadState(context: RequestContext, ticket: Ticket): Promise<UploadState> {
  const [file] = await Promise.all([storedFile(context, ticket), requireLiveSession(context, ticket)]);
  return { offset: storedBytes(file), expiresAt: requireUnexpired(ticket, file) };
}

/**
 * The state for a client that asks before it sends the next part. When the network has no room for that part, or has too many transfers, the
 * client learns here for how long, and need not send the part in vain. That is no error: tus clients take a refusal for the end of the
 * upload, and begin anew.
 * @returns the state, and the wait in seconds; 0 when the part may come now.
 * @throws {ServiceError} what `uploadState` throws.
 */
export async function stateBeforePart(
  context: RequestContext,
  ticket: Ticket,
): Promise<UploadState & { waitSeconds: number }> {
  const state = await uploadState(context, ticket);
  const length = Math.min(CHUNK_BYTES, ticket.size - state.offset);
  if (length === 0) return { ...state, waitSeconds: 0 };
  const roomSeconds = await secondsUntilRoom(context, ticket, { start: state.offset, length });
  return { ...state, waitSeconds: Math.max(roomSeconds, context.secondsUntilTransfer()) };
}

/**
 * Refuses an upload after the time that its answers announced (`Upload-Expires`). Its file may still be stored: the sweep runs once an hour.
 * @returns when it expires, in milliseconds since 1970. @throws {ServiceError} `upload_gone`.
 */
function requireUnexpired(ticket: Ticket, file: Models.File | null): number {
  const expiresAt = expiryOf(ticket, file && Date.parse(file.$updatedAt));
  if (expiresAt <= Date.now()) throw uploadGoneError();
  return expiresAt;
}

/**
 * Asks for the account of the member whose upload it is: to an ended session Appwrite answers as if there were no file.
 * @throws {ServiceError} `session_missing`.
 */
async function requireLiveSession(context: RequestContext, ticket: Ticket): Promise<void> {
  if (!ticket.guest) await withSession(context, (member) => memberRecords(context, member).account);
}

/** What is stored of an upload; null before its first part. @throws {ServiceError} `upload_gone` when its ticket is revoked. */
async function storedFile(context: RequestContext, ticket: Ticket): Promise<Models.File | null> {
  const [isRevoked, file] = await Promise.all([
    context.revocations.isUploadRevoked(ticket.fileId),
    uploaderBackend(context, ticket).files.find(ticket.fileId),
  ]);
  if (isRevoked) throw uploadGoneError();
  return file;
}

export interface IncomingBytes {
  offset: number;
  body: ReadableStream<Uint8Array>;
  /** The `Content-Length` in bytes; null without one. */
  length: number | null;
  /** Called after each part with the new offset. */
  onStored?: (offset: number) => void;
}

/**
 * Stores the body of a request while it arrives. Stores whole parts only; the last one may be shorter.
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

/** True when a request announces fewer bytes than one part, and fewer than are missing of a file of `size` bytes. */
export function isBelowOnePart(size: number, { offset, length }: Pick<IncomingBytes, "offset" | "length">): boolean {
  return length !== null && length < Math.min(CHUNK_BYTES, size - offset);
}

/** @throws {ServiceError} `upload_metadata_invalid` when a request says that it has more than the rest of a file of `size` bytes. */
export function requireAnnounced(size: number, { offset, length }: Pick<IncomingBytes, "offset" | "length">): void {
  if (length === null || offset + length <= size) return;
  throw new ServiceError("upload_metadata_invalid", `More bytes than the ${size} that were announced`);
}

/**
 * Locks an upload whose next byte is `offset`. The offset is read beside, so that the lock takes no time of its own.
 * @throws {ServiceError} `upload_offset_mismatch`, `conflict`, `upload_gone`.
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
      const isChecked = offset === incoming.offset && (await context.revocations.uploadState(ticket.fileId)).isChecked;
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

/** True when the body has another part at `offset`. Without a `Content-Length` it may still end within the part. */
async function hasAnotherPart(source: PartSource, incoming: IncomingBytes, offset: number, length: number) {
  if (incoming.length === null) return (await source.peek(1)).length > 0;
  return incoming.offset + incoming.length - offset >= length;
}

/** Stores one part. @returns the new offset, or null when the body ended within the part. */
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
      deleteIfEnded(context, ticket, context.revocations.isUploadDeleted(ticket.fileId)),
    );
    // Another request sent this part meanwhile. Newer versions of Appwrite accept it again.
    if (isAppwriteError(error, "storage_file_already_exists")) {
      throw offsetMismatchError(storedBytes(await storedFile(context, ticket)));
    }
    if (await isStorageFailure(context, error)) throw storageUnavailableError();
    throw error;
  }
}

/** True when Appwrite answers, but could not store a part. A full disk is such an error: Appwrite has no type for it. */
async function isStorageFailure({ appwrite }: RequestContext, error: unknown): Promise<boolean> {
  const isInternal = error instanceof AppwriteError && error.failure === "broken" && error.status === 500;
  return isInternal && (await appwrite.readVersion()) !== null;
}

function storageUnavailableError(): ServiceError {
  return new ServiceError("storage_unavailable", STORAGE_UNAVAILABLE);
}

/**
 * Checks that the bucket is enabled. A guest's file is stored with the API key, which ignores that, so this asks as a guest.
 * @throws {AppwriteError} `storage_bucket_not_found`.
 */
async function requireEnabledBucket({ appwrite }: RequestContext): Promise<void> {
  try {
    await appwrite.anonymous.files.find(generateId());
  } catch (error) {
    if (isBucketMissing(error)) throw error;
    // Whether the backend works, the first part will tell.
  }
}

/**
 * Terminates an upload and deletes its file.
 * @throws {ServiceError} `upload_gone`; `session_missing` or `forbidden` for anybody but the member whose upload it is.
 */
export async function terminateUpload(context: RequestContext, ticket: Ticket): Promise<void> {
  const { files } = uploaderBackend(context, ticket);
  await requireLiveSession(context, ticket);
  if (!(await endUpload(context, ticket, files))) throw uploadGoneError();
}

/** How many bytes Appwrite has acknowledged: whole parts, or the whole file. */
export function storedBytes(file: Models.File | null): number {
  if (!file) return 0;
  return file.chunksUploaded >= file.chunksTotal ? file.sizeOriginal : file.chunksUploaded * CHUNK_BYTES;
}

/** Replaces characters of a file name that break headers or file systems, and cuts a name that is too long. Keeps the extension. */
function sanitizeFileName(name: string): string {
  const safe = plainLine(name)
    .replaceAll('"', "'")
    .replace(/[/\\]+/g, "-");
  const sizeOf = (text: string) => Buffer.byteLength(encodeName(text));
  const dot = safe.lastIndexOf(".");
  let left = NAME_MAX_BYTES - sizeOf(safe.slice(dot));
  let end = 0;
  // By what a person sees as one character: a letter with its vowel sign stays whole.
  for (const { segment, index } of new Intl.Segmenter().segment(safe.slice(0, dot))) {
    left -= sizeOf(segment);
    if (left < 0) break;
    end = index + segment.length;
  }
  return (safe.slice(0, end) || "file") + safe.slice(dot);
}

/** The backend for an upload: with the API key for a guest's, with the member's session for a member's. */
function uploaderBackend(context: RequestContext, ticket: Ticket): Backend {
  if (ticket.guest) return context.appwrite.admin;
  const backend = getMemberBackend(context);
  if (!backend) throw new ServiceError("session_missing", "Please sign in to go on with this upload");
  if (context.session.current?.userId !== ticket.owner) {
    throw new ServiceError("forbidden", "This upload belongs to another member");
  }
  return backend;
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
