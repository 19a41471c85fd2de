// The fields of a form as the body of a request, in the ways of browsers and of others.
import { Buffer } from "node:buffer";

/** A text, or a file. */
export type FieldValue = string | { fileName: string; type: string; bytes: number; beginsWith: string };
export type FormField = [name: string, value: FieldValue];

export const FORM_ENCODINGS = [
  "urlencoded",
  "multipart",
  "text",
  "JSON",
  "urlencoded with broken escapes",
  "multipart without its end",
  "multipart with another boundary",
  "multipart without a boundary",
  "urlencoded as multipart",
] as const;
export type FormEncoding = (typeof FORM_ENCODINGS)[number];

const BOUNDARY = "----fuzz-boundary";
const URLENCODED = "application/x-www-form-urlencoded";

/** The body, and its content type. */
export function encodeForm(fields: readonly FormField[], encoding: FormEncoding): { type: string; body: Uint8Array } {
  const texts = fields.map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : value.fileName,
  ]);
  const urlencoded = () =>
    Buffer.from(String(new URLSearchParams(texts.map((pair) => pair.map((one) => one.toWellFormed())))));
  const typeWith = (parameter: string) => `multipart/form-data${parameter}`;
  switch (encoding) {
    case "urlencoded":
      return { type: URLENCODED, body: urlencoded() };
    case "urlencoded with broken escapes":
      return {
        type: URLENCODED,
        body: Buffer.concat([urlencoded(), Buffer.from("&%=%ff&a=%f0%9f&%zz=%&&=&\xff", "latin1")]),
      };
    case "urlencoded as multipart":
      return { type: typeWith(`; boundary=${BOUNDARY}`), body: urlencoded() };
    case "text":
      return { type: "text/plain", body: Buffer.from(texts.map((pair) => pair.join("=")).join("\r\n")) };
    case "JSON":
      return { type: "application/json", body: Buffer.from(JSON.stringify(Object.fromEntries(texts))) };
    case "multipart":
      return { type: typeWith(`; boundary=${BOUNDARY}`), body: Buffer.concat([...parts(fields), end()]) };
    case "multipart without its end":
      return { type: typeWith(`; boundary=${BOUNDARY}`), body: Buffer.concat(parts(fields)) };
    case "multipart with another boundary":
      return { type: typeWith("; boundary=another"), body: Buffer.concat([...parts(fields), end()]) };
    case "multipart without a boundary":
      return { type: typeWith(""), body: Buffer.concat([...parts(fields), end()]) };
  }
}

function parts(fields: readonly FormField[]): Buffer[] {
  return fields.map(([name, value]) => {
    const isText = typeof value === "string";
    const fileName = isText ? "" : `; filename="${value.fileName}"\r\nContent-Type: ${value.type}`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n`;
    const content = isText ? Buffer.from(value) : Buffer.alloc(value.bytes);
    if (!isText) content.write(value.beginsWith);
    return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n")]);
  });
}

function end(): Buffer {
  return Buffer.from(`--${BOUNDARY}--\r\n`);
}
