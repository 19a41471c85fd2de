// What the browser stores about uploads: finished ones in session storage, unfinished ones (by tus-js-client) in local storage.
// All of it is deleted once an account has claimed the file, and at sign-out, so that the next person at this computer finds nothing.
import type { PreviousUpload } from "tus-js-client";
import type { FileKind } from "../contract/files";
import { tabStorage } from "../lib/tab-storage";
import type { UploadedFile } from "./uploaded-file";

const FINGERPRINT_PREFIX = "navarambh-";
/** The owner of an upload by somebody who is not signed in. The owner of a member's upload is the account's id. */
export const GUEST = "guest";
/** An unfinished upload is not offered again after this time, since the server deletes what is left alone for so long. */
const UNFINISHED_MAX_AGE_MS = 2 * 60 * 60 * 1000;

const UPLOADED_PREFIX = "navarambh:kept:";
const uploadedFileKey = (owner: string, kind: FileKind) => `${UPLOADED_PREFIX}${owner}:${kind}`;
/** tus-js-client stores an upload under this prefix and a random number. */
const tusKeyPrefix = (fingerprint: string) => `tus::${fingerprint}`;

const fingerprintPrefix = (owner: string, kind: FileKind) => `${FINGERPRINT_PREFIX}${owner}-${kind}-`;
const unfinishedPrefix = (owner: string, kind: FileKind) => tusKeyPrefix(fingerprintPrefix(owner, kind));

/**
 * The fingerprint under which tus-js-client stores an unfinished upload. It contains the owner: a guest's upload cannot be resumed
 * as a member's, since each is bound to whoever created it.
 */
export function uploadFingerprint(owner: string, kind: FileKind, { name, size, lastModified }: File): string {
  return `${fingerprintPrefix(owner, kind)}${name}-${size}-${lastModified}`;
}

/** Stores a finished upload for this tab, so that a reload does not ask for the file again; null deletes it. */
export function storeUploadedFile(owner: string, kind: FileKind, file: UploadedFile | null): void {
  try {
    if (file) tabStorage().setItem(uploadedFileKey(owner, kind), JSON.stringify(file));
    else tabStorage().removeItem(uploadedFileKey(owner, kind));
  } catch (error) {
    // Storage may be full or blocked. Then a reload asks for the file again.
    console.warn("session storage is not available", error);
  }
}

/** The finished upload that `storeUploadedFile` stored in this tab; null when there is none. */
export function loadUploadedFile(owner: string, kind: FileKind): UploadedFile | null {
  try {
    const stored: unknown = JSON.parse(tabStorage().getItem(uploadedFileKey(owner, kind)) ?? "null");
    return isUploadedFile(stored) ? stored : null;
  } catch (error) {
    console.warn("session storage is not available", error);
    return null;
  }
}

/** The name of the newest file of this kind whose upload this browser started and did not finish; null when there is none. */
export function unfinishedFileName(owner: string, kind: FileKind, now: number): string | null {
  const uploads = storedItems("localStorage", unfinishedPrefix(owner, kind))
    .map(([, stored]) => parseUpload(stored))
    .filter((upload) => now - Date.parse(upload.creationTime ?? "") < UNFINISHED_MAX_AGE_MS)
    .sort((a, b) => Date.parse(b.creationTime ?? "") - Date.parse(a.creationTime ?? ""));
  return uploads[0]?.metadata?.filename ?? null;
}

/**
 * Forgets the unfinished uploads of one kind, so that a reload does not ask for their files.
 * @returns their addresses, at which the server has what was sent
 */
export function forgetUnfinishedUploads(owner: string, kind: FileKind): string[] {
  return removeItems("localStorage", unfinishedPrefix(owner, kind)).flatMap(
    (stored) => parseUpload(stored).uploadUrl ?? [],
  );
}

/** Forgets the upload of one file, so that it is not resumed when the file is chosen again. */
export function forgetUpload(fingerprint: string): void {
  removeItems("localStorage", `${tusKeyPrefix(fingerprint)}::`);
}

/**
 * Deletes what the browser stores about the uploads of one owner, or of all. The files on the server stay: accounts have claimed them,
 * or the server's sweep deletes them.
 */
export function clearUploads(owner?: string): void {
  removeItems("sessionStorage", owner ? `${UPLOADED_PREFIX}${owner}:` : UPLOADED_PREFIX);
  removeItems("localStorage", tusKeyPrefix(owner ? `${FINGERPRINT_PREFIX}${owner}-` : FINGERPRINT_PREFIX));
}

type StorageName = "localStorage" | "sessionStorage";

/** Key and value of the items whose keys begin so; none where the browser blocks its storage. */
function storedItems(name: StorageName, keyPrefix: string): [key: string, value: string][] {
  try {
    return Object.entries<string>(globalThis[name]).filter(([key]) => key.startsWith(keyPrefix));
  } catch (error) {
    console.warn("stored uploads are not available", error);
    return [];
  }
}

/** @returns the values of what was removed */
function removeItems(name: StorageName, keyPrefix: string): string[] {
  return storedItems(name, keyPrefix).map(([key, value]) => {
    globalThis[name].removeItem(key);
    return value;
  });
}

/** What tus-js-client stored about an upload; nothing when something else is there. */
function parseUpload(stored: string): Partial<PreviousUpload> {
  try {
    return (JSON.parse(stored) as Partial<PreviousUpload> | null) ?? {};
  } catch (error) {
    console.warn("a stored upload cannot be read", error);
    return {};
  }
}

function isUploadedFile(value: unknown): value is UploadedFile {
  const fields = value as UploadedFile | null;
  return typeof fields?.id === "string" && typeof fields.ticket === "string" && typeof fields.name === "string";
}
