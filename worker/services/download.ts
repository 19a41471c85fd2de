// The member's own file, back as an attachment.
import type { Scope } from "../scope";
import { asMember } from "./account";

/** What of Appwrite's answer is passed on. */
const PASSED_HEADERS = ["Content-Length", "Content-Range", "Accept-Ranges"];

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
    headers.set("Content-Disposition", attachment(answer.headers.get("Content-Disposition") ?? ""));
    return new Response(answer.body, { status: answer.status, headers });
  });
}

/** `Content-Disposition` as RFC 6266 wants it, from Appwrite's, which puts any name into it as it stands. */
function attachment(theirs: string): string {
  const name = /filename="([^"]*)"/.exec(theirs)?.[1] ?? "file";
  const ascii = name.replace(/[^\x20-\x7e]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
