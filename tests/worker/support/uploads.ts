// Uploads by tus, and access to the storage bucket.
import { onTestFinished, vi } from "vitest";
import { extensionOf, TUS_VERSION } from "../../../app/contract/files";
import { createAppwrite } from "../../../worker/appwrite/appwrite";
import { Circuit } from "../../../worker/appwrite/circuit";
import type { AppwriteServer } from "../../../worker/appwrite/server";
import { Transport } from "../../../worker/appwrite/transport";
import { loadConfig } from "../../../worker/config";
import { archiveOfSize } from "../../support/archive-bytes";
import { type Browser, bindings } from "./test-app";

const PDF_SIGNATURE = [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37];

export const TUS = { "Tus-Resumable": TUS_VERSION };
export const UPLOAD_TYPE = "application/offset+octet-stream";

/** A file of its extension's type, with a pattern in which misplaced bytes show. A .zip or .docx is a sound archive. */
export function fileBytes(name: string, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i += 1) bytes[i] = (i * 31 + (i >>> 8) * 17 + (i >>> 16)) & 0xff;
  const extension = extensionOf(name);
  if (extension === "zip" || extension === "docx") return archiveOfSize(size, bytes);
  if (extension === "pdf") bytes.set(PDF_SIGNATURE);
  return bytes;
}

export interface CreateOptions {
  name: string;
  kind: string;
  size: number;
}

/** @param body the first bytes of the file, if they come with the creation */
export function createUpload(
  browser: Browser,
  { name, kind, size }: CreateOptions,
  body?: Uint8Array<ArrayBuffer> | ReadableStream,
): Promise<Response> {
  const metadata = `filename ${Buffer.from(name).toString("base64")},kind ${Buffer.from(kind).toString("base64")}`;
  const headers = new Headers({ ...TUS, "Upload-Length": String(size), "Upload-Metadata": metadata });
  if (body) headers.set("Content-Type", UPLOAD_TYPE);
  if (body instanceof Uint8Array) headers.set("Content-Length", String(body.length));
  return browser.fetch("/api/files", { method: "POST", headers, body });
}

export function sendBytes(browser: Browser, path: string, offset: number, body: BodyInit): Promise<Response> {
  const headers = new Headers({
    ...TUS,
    "Upload-Offset": String(offset),
    "Content-Type": UPLOAD_TYPE,
  });
  if (body instanceof Uint8Array) headers.set("Content-Length", String(body.length));
  return browser.fetch(path, { method: "PATCH", headers, body });
}

/** The bytes as a stream of chunks. */
export function streamed(bytes: Uint8Array<ArrayBuffer>, piece = 50_000): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + piece));
      at += piece;
    },
  });
}

/** A body that sends 1,000 bytes, resolves `begun`, and sends the rest after `release`. */
export function createSlowBody(bytes: Uint8Array<ArrayBuffer>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let pulls = 0;
  const body = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      pulls += 1;
      if (pulls === 1) return controller.enqueue(bytes.slice(0, 1000));
      if (pulls > 2) return controller.close();
      begin();
      await released;
      controller.enqueue(bytes.slice(1000));
    },
  });
  return { body, begun, release };
}

/** Lets the embedded backend write to the console, until the test ends: it may log a part that broke off. */
export function allowBackendErrors(): void {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
}

/** Uploads a file, or its first `send` bytes. */
export async function upload(browser: Browser, file: { kind: string; name: string; size?: number; send?: number }) {
  const bytes = fileBytes(file.name, file.size ?? 4000);
  const created = await createUpload(browser, { ...file, size: bytes.length });
  const path = created.headers.get("Location") ?? "";
  const url = new URL(path, "https://navarambh.test");
  const sent = await sendBytes(browser, path, 0, bytes.slice(0, file.send ?? bytes.length));
  if (sent.status !== 204) throw new Error(`upload answered ${sent.status}: ${await sent.text()}`);
  return {
    id: url.pathname.split("/").at(-1) ?? "",
    ticket: url.searchParams.get("ticket") ?? "",
    path,
    bytes,
  };
}

/** The backend with the API key; `wrap` can inject faults. */
export async function admin(wrap = (server: AppwriteServer) => server) {
  const config = await loadConfig(bindings);
  const transport = new Transport({ server: wrap(config.server), circuit: new Circuit() });
  const caller = { requestId: "test", userAgent: "", clientAddress: "", guest: null, keepGoing: () => {} };
  return createAppwrite({ config, transport, ...caller }).admin;
}

/** The ids of all files in the bucket. */
export async function storedFiles(): Promise<string[]> {
  const files = await (await admin()).files.listCreatedBetween(new Date(0), new Date(Date.now() + 60_000));
  return files.map(({ $id }) => $id);
}
