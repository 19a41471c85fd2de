// The header formats of tus 1.0.0.
import { Buffer } from "node:buffer";

/** A header that holds a whole number of bytes; null when it is absent or holds anything else. */
export function wholeNumber(header: string | undefined): number | null {
  if (!header || !/^\d{1,15}$/.test(header)) return null;
  return Number(header);
}

/** `Upload-Metadata`: pairs of a key and a base64 value, separated by commas. What is not base64 is left out. */
export function parseUploadMetadata(header: string): Map<string, string> {
  const pairs = header.split(",").map((pair) => pair.trim().split(/ +/));
  return new Map(
    pairs
      .filter(([key, value]) => key && /^[A-Za-z0-9+/]*={0,2}$/.test(value ?? ""))
      .map(([key, value]) => [key ?? "", Buffer.from(value ?? "", "base64").toString("utf8")]),
  );
}
