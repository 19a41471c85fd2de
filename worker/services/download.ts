// The member's own file, back as an attachment.
import type { Scope } from "../scope";
import { asMember } from "./account";

/** What of Appwrite's answer is passed on. */
const PASSED_HEADERS = ["Content-Length", "Content-Range", "Accept-Ranges", "Content-Disposition"];

/**
 * Streams a file that the member may read.
 * @param range a `Range` header to pass on, or null.
 * @throws {AppwriteError} `storage_file_not_found` for somebody else's file too.
 */
export async function downloadFile(scope: Scope, fileId: string, range: string | null): Promise<Response> {
  return asMember(scope, async ({ backend }) => {
    const answer = await backend.files.download(fileId, range);
    const headers = new Headers({ "Content-Type": "application/octet-stream", "Cache-Control": "no-store" });
    for (const name of PASSED_HEADERS) {
      const value = answer.headers.get(name);
      if (value) headers.set(name, value);
    }
    if (!headers.has("Content-Disposition")) headers.set("Content-Disposition", "attachment");
    return new Response(answer.body, { status: answer.status, headers });
  });
}
