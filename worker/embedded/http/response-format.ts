// What differs in older response formats (X-Appwrite-Response-Format), as far as it was recorded.
import type { Row } from "./queries";

/** The format of calls without the header: models are not changed. */
const NEWEST_FORMAT = Number.POSITIVE_INFINITY;
const FORMAT_1_5 = 105;
const FORMAT_1_7 = 107;
const FORMAT_1_9 = 109;

/** `1.8.0` as 108; anything that is not a version counts as the newest. */
export function parseFormat(header: string | null): number {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+$/.exec(header ?? "") ?? [];
  return major === undefined || minor === undefined ? NEWEST_FORMAT : Number(major) * 100 + Number(minor);
}

/** The warning for a caller who requests a format newer than the server's, as newer SDKs do. */
export function formatWarning(header: string | null, format: number, version: string): string | null {
  if (header === null || format === NEWEST_FORMAT || format <= FORMAT_1_9) return null;
  return `The current SDK is built for Appwrite ${header}. However, the current Appwrite server version is ${version}. Please downgrade your SDK to match the Appwrite version: https://appwrite.io/docs/sdks`;
}

export function acceptsOldQuerySyntax(format: number): boolean {
  return format < FORMAT_1_5;
}

export function formatUser(user: Row, format: number): Row {
  if (format >= FORMAT_1_9) return user;
  const { impersonator: _, impersonatorUserId: __, ...rest } = user;
  return rest;
}

export function formatSession(session: Row, format: number): Row {
  if (format >= FORMAT_1_5) return session;
  const { factors: _, secret: __, ...rest } = session;
  return rest;
}

export function formatDocument(document: Row, format: number): Row {
  return format >= FORMAT_1_7 ? document : { ...document, $sequence: Number(document.$sequence) };
}
