// How much the uploads of one network may store in an hour. Bytes are counted when they are stored: an upload that was only announced takes
// nothing from others.
import { CHUNK_BYTES } from "../../../app/contract/limits";
import type { RequestContext } from "../../context";
import type { NetworkBytesKind } from "../limits";
import type { Ticket } from "./tickets";

type Upload = Pick<Ticket, "guest">;

/** How many bytes a file counts of which so many are stored: at least a part, so that many small files are limited, too. */
function countedBytes(stored: number): number {
  return stored === 0 ? 0 : Math.max(CHUNK_BYTES, stored);
}

function kindOf({ guest }: Upload): NetworkBytesKind {
  return guest ? "guest-upload-bytes" : "member-upload-bytes";
}

/** Counts nothing. @throws {ServiceError} `too_many_uploads` when a file of `size` bytes does not fit. */
export function requireNetworkRoom({ limits }: RequestContext, upload: Upload, size: number): Promise<void> {
  return limits.requireNetworkRoom(kindOf(upload), countedBytes(size));
}

/**
 * Counts a part, and stores it.
 * @param store resolves to how many bytes of the file are stored; null when the part was not.
 * @throws {ServiceError} `too_many_uploads` when it does not fit, and what `store` throws.
 */
export async function countPart(
  { limits }: RequestContext,
  upload: Upload,
  { start, length }: { start: number; length: number },
  store: () => Promise<number | null>,
): Promise<number | null> {
  const kind = kindOf(upload);
  const bytes = countedBytes(start + length) - countedBytes(start);
  await limits.consumeNetwork(kind, bytes);
  let stored: number | null = null;
  try {
    stored = await store();
    return stored;
  } finally {
    if (stored === null) await limits.refundNetwork(kind, bytes);
  }
}

/** Takes back what a file has counted that is deleted. Never throws. @param stored how many bytes of it were stored */
export function refundFile({ limits }: RequestContext, upload: Upload, stored: number): Promise<void> {
  return limits.refundNetwork(kindOf(upload), countedBytes(stored));
}
