// The versions of Appwrite that this product is made for.

import type { LogEntry } from "../log";

/** By major version; of version 1, the first minor version that is supported. */
const SUPPORTED = /^(1\.([89]|[1-9]\d+)|2\.\d+)(\.|$)/;

/** True for versions 1.8 and newer of major version 1, and for major version 2. Others may work too. */
export function isSupportedVersion(version: string): boolean {
  return SUPPORTED.test(version);
}

let warnedOf = "";

/** Warns of a version that this product is not made for, once in an isolate. */
export function warnOfUnsupportedVersion(version: string, warn: (entry: LogEntry) => void): void {
  if (isSupportedVersion(version) || version === warnedOf) return;
  warnedOf = version;
  warn({ event: "Appwrite's version is not supported", version });
}
