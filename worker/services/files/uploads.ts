// Uploads by tus: starts one, tells how far it came, and ends it. The offset is what Appwrite has acknowledged. `receive-bytes.ts` stores what is sent.
import { Buffer } from "node:buffer";
import type { Models } from "appwrite";
import {
  extensionAccepted,
  FILE_MESSAGES,
  type FileKind,
  fileTooLargeMessage,
  fileTypeMessage,
} from "../../../app/contract/files";
import { CHUNK_BYTES } from "../../../app/contract/limits";
import { plainLine } from "../../../app/contract/plain-line";
import type { Backend } from "../../appwrite/appwrite";
import { isBucketMissing } from "../../appwrite/errors";
import { encodeName, NAME_MAX_BYTES } from "../../appwrite/files";
import { getMemberBackend, type RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { memberRecords, withSession } from "../account/account";
import { generateId } from "../ids";
import { endUpload, replacePendingUpload } from "./end-upload";
import { bytesKindOf, requireNetworkRoom, secondsUntilRoom } from "./network-room";
import { expiryOf, sealTicket, TICKET_SECONDS, type Ticket, uploadGoneError } from "./tickets";

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
 * @returns the state, and for how many seconds the client should wait before it sends the next part; 0 when it may send it now.
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
export function requireUnexpired(ticket: Ticket, file: Models.File | null): number {
  const expiresAt = expiryOf(ticket, file && Date.parse(file.$updatedAt));
  if (expiresAt <= Date.now()) throw uploadGoneError();
  return expiresAt;
}

/**
 * Asks for the account of the member whose upload it is: to an ended session Appwrite answers as if there were no file.
 * @throws {ServiceError} `session_missing`.
 */
export async function requireLiveSession(context: RequestContext, ticket: Ticket): Promise<void> {
  if (!ticket.guest) await withSession(context, (member) => memberRecords(context, member).account);
}

/** What is stored of an upload; null before its first part. @throws {ServiceError} `upload_gone` when its ticket is revoked. */
export async function storedFile(context: RequestContext, ticket: Ticket): Promise<Models.File | null> {
  const [isRevoked, file] = await Promise.all([
    context.uploads.isRevoked(ticket.fileId),
    uploaderBackend(context, ticket).files.find(ticket.fileId),
  ]);
  if (isRevoked) throw uploadGoneError();
  return file;
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
export function uploaderBackend(context: RequestContext, ticket: Ticket): Backend {
  if (ticket.guest) return context.appwrite.admin;
  const backend = getMemberBackend(context);
  if (!backend) throw new ServiceError("session_missing", "Please sign in to go on with this upload");
  if (context.session.current?.userId !== ticket.owner) {
    throw new ServiceError("forbidden", "This upload belongs to another member");
  }
  return backend;
}
