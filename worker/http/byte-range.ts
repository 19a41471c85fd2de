// Byte ranges of a body (RFC 9110, 14).

/** A part of a body in bytes, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The `Range` header; null without one, or when `If-Range` names another version of the file (RFC 9110, 13.1.5). */
export function rangeHeader({ headers }: Request, etag: string | null): string | null {
  const version = headers.get("If-Range");
  // Only a strong ETag that matches guarantees that the parts belong to the same version; a date does not.
  if (version !== null && (version !== etag || version.startsWith("W/"))) return null;
  return headers.get("Range");
}

/**
 * Parses a single byte range (RFC 9110, 14.1.2); `size` is the body's, in bytes.
 * @returns "whole" for any other header, which may be ignored; "unsatisfiable" for a range beyond the end.
 */
export function parseRange(header: string, size: number): ByteRange | "whole" | "unsatisfiable" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.replaceAll(/\s/g, ""));
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
