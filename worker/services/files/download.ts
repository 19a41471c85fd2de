// The member's own file, on its way back.
import type { RequestContext } from "../../context";
import { withSession } from "../account/account";
import { ServiceError } from "../errors";

export interface Download {
  body: ReadableStream<Uint8Array> | null;
  /** The name that the file was uploaded with. */
  name: string;
  isPart: boolean;
  /** The length of `body` in bytes, and "bytes 0-99/4000" of a part, as the backend says them. */
  length: string | null;
  range: string | null;
}

/**
 * Opens a file that the member may read.
 * @param range which bytes are wanted ("bytes=0-99"), or null for all. What is not one range of bytes counts as null.
 * @throws {ServiceError} `range_unsatisfiable`. @throws {AppwriteError} `storage_file_not_found` for somebody else's file too.
 */
export async function downloadFile(context: RequestContext, fileId: string, range: string | null): Promise<Download> {
  return withSession(context, async ({ backend }) => {
    const sizeOf = async () => (await backend.files.find(fileId))?.sizeOriginal ?? 0;
    const { status, headers, body } = await backend.files.download(fileId, await toAppwriteRange(range, sizeOf));
    if (status === 416) {
      await body?.cancel();
      throw new ServiceError("range_unsatisfiable", "The file has no such bytes", { totalBytes: await sizeOf() });
    }
    return {
      body,
      name: /filename="([^"]*)"/.exec(headers.get("Content-Disposition") ?? "")?.[1] ?? "file",
      isPart: status === 206,
      length: headers.get("Content-Length"),
      range: headers.get("Content-Range"),
    };
  });
}

/** A range as Appwrite takes it, "first-" or "first-last": it knows none that counts from the end (RFC 9110, 14.1.2). */
async function toAppwriteRange(range: string | null, sizeOf: () => Promise<number>): Promise<string | null> {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (first) return last && Number(last) < Number(first) ? null : `bytes=${first}-${last}`;
  if (!last) return null;
  const size = await sizeOf();
  // None of its last bytes: what begins at its end is not there.
  return `bytes=${Number(last) === 0 ? size : Math.max(0, size - Number(last))}-`;
}
