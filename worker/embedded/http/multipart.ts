// Parses multipart bodies (RFC 7578). A part's bytes are a view of the body, so that a chunk is in memory only once.
import { Buffer } from "node:buffer";
import { collectFields } from "./fields";

interface FilePart {
  filename: string;
  bytes: Uint8Array;
}

export interface Multipart {
  fields: Record<string, unknown>;
  file: FilePart | null;
}

/** The fields and the part named `file`. Malformed parts are skipped. */
export function parseMultipart(body: ArrayBuffer, boundary: string): Multipart {
  const bytes = Buffer.from(body);
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
      const name = /\bname="([^"]*)"/.exec(headers)?.[1];
      const filename = /\bfilename="([^"]*)"/.exec(headers)?.[1];
      if (name !== undefined && filename === undefined) fields.push([name, content.toString("utf8")]);
      else if (name === "file" && filename !== undefined) file = { filename: unescapeName(filename), bytes: content };
    }
    const delimiterEnd = partEnd + boundary.length + 4;
    partStart = bytes.toString("latin1", delimiterEnd, delimiterEnd + 2) === "\r\n" ? delimiterEnd + 2 : -1;
  }
  return { fields: collectFields(fields), file };
}

/** Browsers percent-encode quotes and line breaks in a file's name (HTML, multipart/form-data encoding). */
function unescapeName(name: string): string {
  return name.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
