// Uploads with tus-js-client from Node, as a guest or a member.
import type { Readable } from "node:stream";
import { Upload, type UploadOptions } from "tus-js-client";
import { expect } from "vitest";
import { createPerson, newIpAddress, signUpOverApi } from "./people";
import type { RunningServer } from "./product";

/** Somebody who uploads a file, and downloads it again. */
export interface Uploader {
  /** What identifies them. A member's requests have the session, and name the site. */
  headers: Record<string, string>;
  /** Downloads a file by the address of its upload. */
  download(url: string): Promise<Buffer>;
}

/** A guest, who joins with the file when they download it. */
export function guest(server: RunningServer): Uploader {
  return {
    headers: { "CF-Connecting-IP": newIpAddress() },
    async download(url) {
      const { pathname, searchParams } = new URL(url);
      const file = {
        portfolioId: pathname.split("/").at(-1) ?? "",
        uploadTicket: searchParams.get("ticket") ?? "",
      };
      return download(url, await signUpOverApi(server, createPerson({ role: "Mentor" }), file));
    },
  };
}

export async function member(server: RunningServer): Promise<Uploader> {
  const cookie = await signUpOverApi(server, createPerson({ role: "Mentor" }));
  return {
    headers: { Cookie: cookie, Origin: server.origin, "CF-Connecting-IP": newIpAddress() },
    download: (url) => download(url, cookie),
  };
}

async function download(url: string, cookie: string): Promise<Buffer> {
  const response = await fetch(`${url.split("?")[0]}/content`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

export interface ClientUpload {
  /** Not yet started. */
  upload: Upload;
  /** Each answered request, as "METHOD status". */
  requests: string[];
  /** Resolves when the file has arrived. Rejects with the client's error. */
  done: Promise<void>;
}

/** Creates the upload of a portfolio. */
export function createUpload(
  server: RunningServer,
  { headers }: Pick<Uploader, "headers">,
  source: Buffer | Readable,
  options: UploadOptions = {},
): ClientUpload {
  const requests: string[] = [];
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  // The declarations are those for browsers, which have other streams.
  const upload = new Upload(source as Buffer, {
    endpoint: `${server.origin}/api/files`,
    metadata: { filename: "work.zip", filetype: "application/zip", kind: "portfolio" },
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
    headers: { ...headers, ...options.headers },
    async onAfterResponse(request, response) {
      requests.push(`${request.getMethod()} ${response.getStatus()}`);
      await options.onAfterResponse?.(request, response);
    },
  });
  return { upload, requests, done };
}
