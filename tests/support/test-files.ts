// Creates files to upload, with the same bytes in every run.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { archiveOfSize } from "./archive-bytes";

type Extension = "pdf" | "doc" | "docx" | "zip";

const SIGNATURES: Record<"pdf" | "doc", readonly number[]> = {
  pdf: [...Buffer.from("%PDF-1.7\n")],
  doc: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
};

/** A file of a type, with pseudo-random bytes, so that a lost or swapped part is noticed. A .zip or .docx is a sound archive. */
export function fileBytes(extension: Extension, size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size);
  // xorshift32 from a fixed seed.
  let word = 0x9e3779b9;
  for (let at = 0; at < size; at += 1) {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    bytes[at] = word & 0xff;
  }
  if (extension === "zip" || extension === "docx") return Buffer.from(archiveOfSize(size, bytes).buffer);
  bytes.set(SIGNATURES[extension].slice(0, size));
  return bytes;
}

/** Writes a file to a temporary folder, which is deleted at the end of the test. @returns its path */
export function writeFile(name: string, bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Size and hash of a file, for comparisons whose failure does not print megabytes. */
export function fingerprint(bytes: Uint8Array): string {
  return `${bytes.length} bytes, SHA-256 ${createHash("sha256").update(bytes).digest("hex")}`;
}

/** Downloads the file from the dashboard. @returns its name in the browser, and its bytes */
export async function downloadFile(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download/ }).click(),
  ]);
  const parts: Uint8Array[] = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}
