// Parses multipart bodies (RFC 7578). A part's bytes are a view of the body, so that a chunk is in memory only once.
import { Buffer } from "node:buffer";
import { RejectedRequest } from "./errors";
import { collectFields } from "./fields";

/** A longer header line of a part is rejected, which limits the length of file names. */
const HEADER_LINE_MAX_BYTES = 512;

interface FilePart {
  filename: string;
  bytes: Uint8Array;
}

export interface Multipart {
  fields: Record<string, unknown>;
  file: FilePart | null;
}

/** The fields and the part named `file`. Malformed parts are skipped. Throws a RejectedRequest for a long header line. */
export function parseMultipart(body: Uint8Array, boundary: string): Multipart {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const fields: [string, string][] = [];
  let file: FilePart | null = null;
  let partStart = bytes.indexOf(`--${boundary}\r\n`);
  if (partStart !== -1) partStart += boundary.length + 4;
  while (partStart !== -1) {
    const partEnd = bytes.indexOf(`\r\n--${boundary}`, partStart);
    if (partEnd === -1) break;
    const headersEnd = bytes.indexOf("\r\n\r\n", partStart);
    if (headersEnd !== -1 && headersEnd <= partEnd) {
      const headers = bytes.toString("utf8", partStart, headersEnd);
      const content = bytes.subarray(headersEnd + 4, partEnd);
      const { name, filename } = parseDisposition(headers);
      if (name !== undefined && filename === undefined) fields.push([name, content.toString("utf8")]);
      else if (name === "file" && filename !== undefined) file = { filename: decodeName(filename), bytes: content };
    }
    const delimiterEnd = partEnd + boundary.length + 4;
    partStart = bytes.toString("latin1", delimiterEnd, delimiterEnd + 2) === "\r\n" ? delimiterEnd + 2 : -1;
  }
  return { fields: collectFields(fields), file };
}

/**
 * The parameters of a part's Content-Disposition. A real server ends each at the next semicolon, even inside quotes, and
 * removes the outer quotes; it knows no escapes and no `filename*`.
 */
function parseDisposition(headers: string): { name?: string; filename?: string } {
  const lines = headers.split("\r\n");
  if (lines.some((line) => Buffer.byteLength(line) > HEADER_LINE_MAX_BYTES)) throw new RejectedRequest(400);
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? "";
  const parameters = disposition.split(";").flatMap((parameter): [string, string][] => {
    const [, name, value] = /^\s*([\w*]+)=(.*)$/s.exec(parameter) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.replace(/^"/, "").replace(/"$/, "")]];
  });
  return Object.fromEntries(parameters.filter(([name]) => name === "name" || name === "filename"));
}

/** Decodes percent-encoded bytes. Any other percent sign stays. */
function decodeName(name: string): string {
  const bytes = Buffer.from(name, "utf8").toString("latin1");
  const decoded = bytes.replace(/%([\da-f]{2})/gi, (_match: string, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, "latin1").toString("utf8");
}
