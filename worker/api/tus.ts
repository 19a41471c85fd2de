// The header formats of tus 1.0.0.
import { Buffer } from "node:buffer";
import * as z from "zod/mini";
import { FILE_KINDS } from "../../app/contract/files";

const METADATA_INVALID = "Upload-Metadata must hold filename and kind (resume or portfolio)";

/** A header that holds a whole number of bytes; null when it is absent or holds anything else. */
export function wholeNumber(header: string | undefined): number | null {
  if (!header || !/^\d{1,15}$/.test(header)) return null;
  return Number(header);
}

/** The schema of a header that holds a whole number of bytes. */
export function byteCount(message: string, meta: { description: string; examples: string[] }) {
  return z.pipe(z.string({ error: message }).check(z.regex(/^\d{1,15}$/, message), z.meta(meta)), z.transform(Number));
}

/** `Upload-Metadata`: the file's name, and what kind of file it is. */
export const uploadMetadata = z.pipe(
  z.string({ error: METADATA_INVALID }).check(
    z.meta({
      description: "filename and kind (resume or portfolio), each value in base64",
      examples: ["filename YXNoYS1yYW8ucGRm,kind cmVzdW1l"],
    }),
  ),
  z.transform((header, context) => {
    const metadata = parseUploadMetadata(header);
    const name = metadata.get("filename")?.trim() ?? "";
    const kind = FILE_KINDS.find((known) => known === metadata.get("kind"));
    if (name !== "" && kind) return { name, kind };
    context.issues.push({ code: "custom", message: METADATA_INVALID, input: header });
    return z.NEVER;
  }),
);

/** Pairs of a key and a base64 value, separated by commas. What is not base64 is left out. */
function parseUploadMetadata(header: string): Map<string, string> {
  const pairs = header.split(",").map((pair) => pair.trim().split(/ +/));
  return new Map(
    pairs
      .filter(([key, value]) => key && /^[A-Za-z0-9+/]*={0,2}$/.test(value ?? ""))
      .map(([key, value]) => [key ?? "", Buffer.from(value ?? "", "base64").toString("utf8")]),
  );
}
