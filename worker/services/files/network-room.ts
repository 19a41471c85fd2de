// How much the uploads of one network may store in an hour. Bytes are counted when they are stored: an upload that was only announced takes
// nothing from others.
import type { Models } from "appwrite";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import type { Ticket } from "./tickets";

type Upload = Pick<Ticket, "bytesKind" | "owner">;

/** A member who joined so long ago has a count of their own on a known device: an account that was made to store files is younger. */
const ESTABLISHED_MS = 24 * 3600 * 1000;

/** What the smallest file counts as, so that many small files are limited, too. A hall of 1,000 who join with a résumé of this size has room. */
const MIN_COUNTED_BYTES = 1024 * 1024;

/** What a file counts as, by how much of it is stored. */
function countedBytes(stored: number): number {
  return stored === 0 ? 0 : Math.max(MIN_COUNTED_BYTES, stored);
}

/** By which limit the bytes of a new upload are counted. @param account of the member who uploads; null for a guest */
export async function bytesKindOf(
  { device }: RequestContext,
  account: Pick<Models.User, "$id" | "$createdAt"> | null,
): Promise<Ticket["bytesKind"]> {
  if (!account) return "guest-upload-bytes";
  const isEstablished = Date.parse(account.$createdAt) <= Date.now() - ESTABLISHED_MS;
  return isEstablished && (await device.knownBy(account.$id)) ? "known-upload-bytes" : "member-upload-bytes";
}

/** Where the bytes of an upload are counted. */
function countOf({ limits }: RequestContext, { bytesKind: kind, owner }: Upload) {
  if (kind === "known-upload-bytes") {
    return {
      requireRoom: (bytes: number) => limits.requireRoom(kind, owner, bytes),
      consume: (bytes: number) => limits.consume(kind, owner, bytes),
      refund: (bytes: number) => limits.refund(kind, owner, bytes),
    };
  }
  return {
    requireRoom: (bytes: number) => limits.requireNetworkRoom(kind, bytes),
    consume: (bytes: number) => limits.consumeNetwork(kind, bytes),
    refund: (bytes: number) => limits.refundNetwork(kind, bytes),
  };
}

/** Counts nothing. @throws {ServiceError} `too_many_uploads` when a file of `size` bytes does not fit. */
export function requireNetworkRoom(context: RequestContext, upload: Upload, size: number): Promise<void> {
  return countOf(context, upload).requireRoom(countedBytes(size));
}

/** How long there is no room for this part, in seconds; 0 when it fits now. Counts nothing. */
export async function secondsUntilRoom(
  context: RequestContext,
  upload: Upload,
  { start, length }: { start: number; length: number },
): Promise<number> {
  try {
    await countOf(context, upload).requireRoom(countedBytes(start + length) - countedBytes(start));
    return 0;
  } catch (error) {
    if (error instanceof ServiceError && error.type === "too_many_uploads") return error.details.retryAfterSeconds ?? 0;
    throw error;
  }
}

/**
 * Counts a part, and stores it.
 * @param store resolves to how many bytes of the file are stored; null when the part was not.
 * @throws {ServiceError} `too_many_uploads` when it does not fit, and what `store` throws.
 */
export async function countPart(
  context: RequestContext,
  upload: Upload,
  { start, length }: { start: number; length: number },
  store: () => Promise<number | null>,
): Promise<number | null> {
  const count = countOf(context, upload);
  const bytes = countedBytes(start + length) - countedBytes(start);
  await count.consume(bytes);
  let stored: number | null = null;
  try {
    stored = await store();
    return stored;
  } finally {
    if (stored === null) await count.refund(bytes);
  }
}

/** Takes back what a file has counted that is deleted. Never throws. @param stored how many bytes of it were stored */
export function refundFile(context: RequestContext, upload: Upload, stored: number): Promise<void> {
  return countOf(context, upload).refund(countedBytes(stored));
}
