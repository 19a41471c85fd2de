// Requests over connections that break, and large bodies that nobody wants.

import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { newIpAddress } from "../support/people";
import { useServer } from "../support/product";
import { fileBytes, fingerprint } from "../support/test-files";
import { createUpload, guest } from "../support/tus-client";

// Wrangler logs the connection that a test cuts.
const server = useServer({ mayLogErrors: true });

/** Passes connections on to the server, and breaks the first one that has sent so many bytes. @returns its origin */
async function startBreakingProxy(bytes: number): Promise<string> {
  let hasBroken = false;
  const { hostname, port } = new URL(server().origin);
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let sent = 0;
    client.on("data", (chunk) => {
      sent += chunk.length;
      if (hasBroken || sent < bytes) return;
      hasBroken = true;
      client.destroy();
      upstream.destroy();
    });
    client.on("error", () => upstream.destroy()).pipe(upstream);
    upstream.on("error", () => client.destroy()).pipe(client);
  });
  onTestFinished(() => void proxy.close());
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  return `http://localhost:${(proxy.address() as AddressInfo).port}`;
}

test("an upload whose connection breaks within a part goes on from the last whole one", async () => {
  const uploader = guest(server());
  const file = fileBytes("zip", 12_000_000);
  const { upload, requests, done } = createUpload(server(), uploader, file, {
    endpoint: `${await startBreakingProxy(8_000_000)}/api/files`,
    // A cut request may hold the lock of its upload for 10 seconds.
    retryDelays: [0, 500, 1000, 2000, 4000, 8000],
  });
  upload.start();
  await done;
  expect(requests[0]).toBe("POST 201");
  expect(requests).toContain("HEAD 200");
  expect(requests.at(-1)).toBe("PATCH 204");
  const { pathname, search } = new URL(upload.url ?? "");
  expect(fingerprint(await uploader.download(server().origin + pathname + search))).toBe(fingerprint(file));
});

/** Larger than what the servers between here and the Worker buffer. */
const LARGE_BODY = Buffer.alloc(9_000_000, "a");

/** Sends a request with a large body, and behind it one for the API's health on the same connection. @returns both statuses */
async function statusesOf(method: string, path: string, headers: string[], isChunked: boolean): Promise<number[]> {
  const { hostname, port, host } = new URL(server().origin);
  const socket = connect(Number(port), hostname);
  const send = (line: string, fields: string[]) =>
    socket.write([`${line} HTTP/1.1`, `Host: ${host}`, `CF-Connecting-IP: ${address}`, ...fields, "", ""].join("\r\n"));
  const address = newIpAddress();
  const statuses: number[] = [];
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
    statuses.splice(0, 2, ...[...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)));
    if (statuses.length === 2) socket.destroy();
  });
  send(`${method} ${path}`, [
    ...headers,
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${LARGE_BODY.length}`,
  ]);
  if (isChunked) socket.write(`${LARGE_BODY.length.toString(16)}\r\n`);
  socket.write(LARGE_BODY);
  if (isChunked) socket.write("\r\n0\r\n\r\n");
  send("GET /api/health", []);
  await once(socket, "close");
  return statuses;
}

describe("a large body that is refused early leaves the connection usable", () => {
  const tus = ["Tus-Resumable: 1.0.0", "Content-Type: application/offset+octet-stream"];
  const metadata = "Upload-Metadata: filename Y3YucGRm,kind cmVzdW1l";
  const CASES: [string, string, string, string[], number][] = [
    ["JSON", "POST", "/api/account", ["Content-Type: application/json"], 413],
    ["a form", "POST", "/login", ["Content-Type: application/x-www-form-urlencoded"], 413],
    ["another site's", "POST", "/login", ["Origin: https://other.example"], 403],
    ["a part without a ticket", "PATCH", "/api/files/abc", [...tus, "Upload-Offset: 0"], 403],
    ["the file of a creation", "POST", "/api/files", [...tus, "Upload-Length: 50000000", metadata], 413],
    ["a file that is not what it says", "POST", "/api/files", [...tus, "Upload-Length: 9000000", metadata], 422],
    ["a way to upload that is not supported", "POST", "/api/files", [...tus, "Upload-Concat: partial"], 400],
    ["an overridden method", "POST", "/api/files/abc", [...tus, "X-HTTP-Method-Override: HEAD"], 403],
  ];
  test.each(CASES)("%s", async (_, method, path, headers, status) => {
    for (const isChunked of [false, true]) {
      expect(await statusesOf(method, path, headers, isChunked)).toEqual([status, 200]);
    }
  });
});
