// Downloads of the member's own file.
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import type { Transfer } from "../../http/transfers";
import { errorEntry } from "../../log";
import { withSession } from "../account/account";

export interface Download {
  body: ReadableStream<Uint8Array> | null;
  /** Its place among the transfers of the network. Whoever sends the body ends it. */
  transfer: Transfer;
  /** The name that the file was uploaded with. */
  name: string;
  isPart: boolean;
  /** How many bytes the body has; null when nobody knows. */
  length: number | null;
  /** The backend's `Content-Range` ("bytes 0-99/4000"). */
  range: string | null;
}

/**
 * Opens a file that the member may read.
 * @param range a `Range` header ("bytes=0-99"), or null for the whole file. Anything but a single byte range counts as null.
 * @throws {ServiceError} `range_unsatisfiable`; `overloaded` when the network has too many transfers. @throws {AppwriteError} `storage_file_not_found`, also for another user's file.
 */
export async function downloadFile(context: RequestContext, fileId: string, range: string | null): Promise<Download> {
  const transfer = context.beginTransfer();
  try {
    return { ...(await openFile(context, fileId, range)), transfer };
  } catch (error) {
    transfer.end();
    throw error;
  }
}

function openFile(context: RequestContext, fileId: string, range: string | null): Promise<Omit<Download, "transfer">> {
  return withSession(context, async ({ backend }) => {
    const sizeOf = async () => (await backend.files.find(fileId))?.sizeOriginal ?? null;
    const { status, headers, body } = await backend.files.download(fileId, await toAppwriteRange(range, sizeOf));
    if (status === 416) {
      await body?.cancel();
      throw new ServiceError("range_unsatisfiable", "The file has no such bytes", {
        totalBytes: (await sizeOf()) ?? 0,
      });
    }
    const isPart = status === 206;
    const sizeOrNull = () =>
      sizeOf().catch((error: unknown) => {
        context.warn({ event: "length of a download unknown", ...errorEntry(error) });
        return null;
      });
    return {
      body,
      name: /filename="([^"]*)"/.exec(headers.get("Content-Disposition") ?? "")?.[1] ?? "file",
      isPart,
      length: lengthFrom(headers) ?? (isPart ? null : await sizeOrNull()),
      range: headers.get("Content-Range"),
    };
  });
}

/**
 * The length of the body, from the backend's headers; null when they do not tell. A backend may stream a file without `Content-Length`, and a
 * response that ended early would look complete then.
 */
function lengthFrom(headers: Headers): number | null {
  const length = headers.get("Content-Length");
  if (length !== null) return Number(length);
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(headers.get("Content-Range") ?? "") ?? [];
  return first && last ? Number(last) - Number(first) + 1 : null;
}

/**
 * Converts a range to "first-" or "first-last". Appwrite does not support suffix ranges (RFC 9110, 14.1.2). No file has positions of more than
 * 15 digits, and a gateway may close the connection for a long header.
 */
async function toAppwriteRange(range: string | null, sizeOf: () => Promise<number | null>): Promise<string | null> {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  if (first) return last && Number(last) < Number(first) ? null : `bytes=${first}-${last}`;
  if (!last) return null;
  const size = (await sizeOf()) ?? 0;
  // "-0" is unsatisfiable, and so is a range that starts at the end of the file.
  return `bytes=${Number(last) === 0 ? size : Math.max(0, size - Number(last))}-`;
}
