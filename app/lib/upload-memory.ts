// What this browser remembers of uploads: a finished one for this tab, an unfinished one until it is done. All of it is gone once the
// account has the file, and when somebody logs out, so that the next person at this computer finds nothing.
import type { PreviousUpload } from "tus-js-client";
import { FILE_KINDS, type FileKind } from "../contract/files";
import type { KeptFile } from "./kept-file";

const OWN = "navarambh-";
/** An unfinished upload is not offered again after this long: its ticket has expired. */
const UNFINISHED_MAX_AGE_MS = 24 * 60 * 60 * 1000;

const keptKey = (kind: FileKind) => `navarambh:kept:${kind}`;
/** tus-js-client puts its own word before a fingerprint, and a random number behind it. */
const tusKeyStart = (fingerprint: string) => `tus::${fingerprint}`;

/** The name under which tus-js-client remembers an unfinished upload of a file. */
export function uploadFingerprint(kind: FileKind, { name, size, lastModified }: File): string {
  return `${OWN}${kind}-${name}-${size}-${lastModified}`;
}

/** Keeps a finished upload in this tab, or forgets it, so that a reload does not ask for the file again. */
export function rememberKept(kind: FileKind, file: KeptFile | null): void {
  try {
    if (file) sessionStorage.setItem(keptKey(kind), JSON.stringify(file));
    else sessionStorage.removeItem(keptKey(kind));
  } catch (error) {
    // Storage may be full or forbidden; then a reload asks for the file again, and nothing else changes.
    console.warn("this browser keeps no session storage", error);
  }
}

/** The upload that this tab finished before it was reloaded. */
export function recallKept(kind: FileKind): KeptFile | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keptKey(kind)) ?? "null");
    return isKept(stored) ? stored : null;
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
    return null;
  }
}

/** The name of the newest file of this kind whose upload began in this browser and never ended; null when there is none. */
export function unfinishedName(kind: FileKind, now: number): string | null {
  try {
    const uploads = Object.keys(localStorage)
      .filter((key) => key.startsWith(tusKeyStart(`${OWN}${kind}-`)))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<PreviousUpload>)
      .filter((upload) => now - Date.parse(upload.creationTime ?? "") < UNFINISHED_MAX_AGE_MS)
      .sort((a, b) => Date.parse(b.creationTime ?? "") - Date.parse(a.creationTime ?? ""));
    return uploads[0]?.metadata?.filename ?? null;
  } catch (error) {
    console.warn("this browser keeps no uploads", error);
    return null;
  }
}

/** Forgets every upload, of any kind. The files themselves are the account's, or the server's own sweep removes them. */
export function forgetUploads(): void {
  for (const kind of FILE_KINDS) rememberKept(kind, null);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(tusKeyStart(OWN))) localStorage.removeItem(key);
    }
  } catch (error) {
    console.warn("this browser keeps no uploads", error);
  }
}

function isKept(value: unknown): value is KeptFile {
  const fields = value as KeptFile | null;
  return typeof fields?.id === "string" && typeof fields.ticket === "string" && typeof fields.name === "string";
}
