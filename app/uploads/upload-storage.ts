// What this browser remembers of uploads: a finished one for this tab, an unfinished one until it is done. All of it is gone once the
// account has the file, and when somebody logs out, so that the next person at this computer finds nothing.
import type { PreviousUpload } from "tus-js-client";
import type { FileKind } from "../contract/files";
import type { UploadedFile } from "./uploaded-file";

const OWN = "navarambh-";
/** Whose an upload is that was made by nobody who had signed in; a member's is named by the account's id. */
export const GUEST = "guest";
/** An unfinished upload is not offered again after this long: its ticket has expired. */
const UNFINISHED_MAX_AGE_MS = 24 * 60 * 60 * 1000;

const uploadedFileKey = (owner: string, kind: FileKind) => `navarambh:kept:${owner}:${kind}`;
/** tus-js-client puts its own word before a fingerprint, and a random number behind it. */
const tusKeyStart = (fingerprint: string) => `tus::${fingerprint}`;

const fingerprintStart = (owner: string, kind: FileKind) => `${OWN}${owner}-${kind}-`;

/**
 * The name under which tus-js-client remembers an unfinished upload of a file. Only its owner can go on with it: a guest's upload is
 * not a member's, even of the same file.
 */
export function uploadFingerprint(owner: string, kind: FileKind, { name, size, lastModified }: File): string {
  return `${fingerprintStart(owner, kind)}${name}-${size}-${lastModified}`;
}

/** Keeps a finished upload in this tab, or forgets it, so that a reload does not ask for the file again. */
export function storeUploadedFile(owner: string, kind: FileKind, file: UploadedFile | null): void {
  try {
    if (file) sessionStorage.setItem(uploadedFileKey(owner, kind), JSON.stringify(file));
    else sessionStorage.removeItem(uploadedFileKey(owner, kind));
  } catch (error) {
    // Storage may be full or forbidden; then a reload asks for the file again, and nothing else changes.
    console.warn("this browser keeps no session storage", error);
  }
}

/** The upload that this tab finished before it was reloaded. */
export function loadUploadedFile(owner: string, kind: FileKind): UploadedFile | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(uploadedFileKey(owner, kind)) ?? "null");
    return isUploadedFile(stored) ? stored : null;
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
    return null;
  }
}

/** The name of the newest file of this kind whose upload began in this browser and never ended; null when there is none. */
export function unfinishedName(owner: string, kind: FileKind, now: number): string | null {
  try {
    const uploads = Object.keys(localStorage)
      .filter((key) => key.startsWith(tusKeyStart(fingerprintStart(owner, kind))))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<PreviousUpload>)
      .filter((upload) => now - Date.parse(upload.creationTime ?? "") < UNFINISHED_MAX_AGE_MS)
      .sort((a, b) => Date.parse(b.creationTime ?? "") - Date.parse(a.creationTime ?? ""));
    return uploads[0]?.metadata?.filename ?? null;
  } catch (error) {
    console.warn("this browser keeps no uploads", error);
    return null;
  }
}

/** Forgets the uploads of one owner, or of everybody. The files themselves are the account's, or the server's own sweep removes them. */
export function clearUploads(owner?: string): void {
  const keptStart = owner ? `navarambh:kept:${owner}:` : "navarambh:kept:";
  const tusStart = tusKeyStart(owner ? `${OWN}${owner}-` : OWN);
  try {
    for (const [storage, start] of [
      [sessionStorage, keptStart],
      [localStorage, tusStart],
    ] as const) {
      for (const key of Object.keys(storage)) if (key.startsWith(start)) storage.removeItem(key);
    }
  } catch (error) {
    console.warn("this browser keeps no uploads", error);
  }
}

function isUploadedFile(value: unknown): value is UploadedFile {
  const fields = value as UploadedFile | null;
  return typeof fields?.id === "string" && typeof fields.ticket === "string" && typeof fields.name === "string";
}
