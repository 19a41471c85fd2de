// The header formats of tus 1.0.0.
import { Buffer } from "node:buffer";
import * as z from "zod/mini";
import { FILE_KINDS, type FileKind, TUS_VERSION } from "../../app/contract/files";
import { ServiceError } from "../errors";

const IETF_DRAFT = ["the IETF draft of resumable uploads", `Use tus ${TUS_VERSION}`] as const;
const CHECKSUM_ADVICE = "Leave the checksum out: TLS protects the bytes on their way";
/** The ways to upload that clients ask for by a header and that this API lacks: by the header, with what to do instead. */
const UNSUPPORTED_MODES: Readonly<Record<string, readonly [mode: string, advice: string]>> = {
  "Upload-Draft-Interop-Version": IETF_DRAFT,
  "Upload-Complete": IETF_DRAFT,
  "Upload-Incomplete": IETF_DRAFT,
  "Upload-Defer-Length": ["creation-defer-length", "Tell the size of the file in Upload-Length"],
  "Upload-Concat": ["concatenation", "Send the file as one upload"],
  "Upload-Checksum": ["checksum", CHECKSUM_ADVICE],
};

/**
 * Refuses a way to upload that this API lacks, by its name: a client that got no error would believe that its bytes were checked, or joined.
 * @throws {ServiceError} `upload_extension_unsupported`.
 */
export function requireSupportedMode(headers: Headers): void {
  for (const [header, [mode, advice]] of Object.entries(UNSUPPORTED_MODES)) {
    if (headers.has(header)) throw unsupportedError(mode, header, advice);
  }
  if (/\bupload-checksum\b/i.test(headers.get("Trailer") ?? "")) {
    throw unsupportedError("checksum-trailer", "Trailer: Upload-Checksum", CHECKSUM_ADVICE);
  }
}

function unsupportedError(mode: string, header: string, advice: string): ServiceError {
  const message = `This server does not support ${mode} (${header}). ${advice}`;
  return new ServiceError("upload_extension_unsupported", message);
}

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

/** `Upload-Metadata` of an upload, as `uploadMetadata` reads it. */
export function formatUploadMetadata({ name, kind }: { name: string; kind: FileKind }): string {
  const encode = (value: string) => Buffer.from(value).toString("base64");
  return `filename ${encode(name)},kind ${encode(kind)}`;
}

/** Pairs of a key and a base64 value, separated by commas. What is not base64 is left out. */
function parseUploadMetadata(header: string): Map<string, string> {
  const pairs = header.split(",").map((pair) => pair.trim().split(/ +/));
  return new Map(
    pairs
      .filter(([key, value]) => key && /^[A-Za-z0-9+/]*={0,2}$/.test(value ?? ""))
      .map(([key, value]) => [key ?? "", Buffer.from(value ?? "", "base64").toString("utf8")]),
  );
}
