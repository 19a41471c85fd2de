// The member's own file, on its way back.
import type { Scope } from "../scope";
import { asMember } from "./account";

export interface Download {
  body: ReadableStream<Uint8Array> | null;
  /** The name that the file was uploaded with. */
  name: string;
  /** How much of the file this is. */
  extent: "whole" | "part" | "none";
  /** The length of `body` in bytes, and "bytes 0-99/4000" of a part, as the backend says them. */
  length: string | null;
  range: string | null;
}

/**
 * Opens a file that the member may read.
 * @param range which bytes are wanted ("bytes=0-99"), or null for all; a range that the file does not have gives none.
 * @throws {AppwriteError} `storage_file_not_found` for somebody else's file too.
 */
export async function downloadFile(scope: Scope, fileId: string, range: string | null): Promise<Download> {
  return asMember(scope, async ({ backend }) => {
    const { status, headers, body } = await backend.files.download(fileId, range);
    return {
      body,
      name: /filename="([^"]*)"/.exec(headers.get("Content-Disposition") ?? "")?.[1] ?? "file",
      extent: status === 206 ? "part" : status === 416 ? "none" : "whole",
      length: headers.get("Content-Length"),
      range: headers.get("Content-Range"),
    };
  });
}
