// The proxy in front of Wrangler's development server, with a server of the test's own in Wrangler's place.
import { createServer, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { portOf, startProxy } from "../../../../../worker/embedded/standalone/proxy";

const TOKEN = "the token of the proxy";

/** Starts a server that returns what it got, and the proxy in front of it. @returns the proxy's port */
async function startBoth(): Promise<number> {
  const server = createServer((incoming) => {
    incoming.resume().on("end", () => {
      const body = JSON.stringify(incoming.headers);
      const head = [
        "HTTP/1.1 201 Created",
        `X-Path: ${incoming.url}`,
        `Content-Length: ${body.length}`,
        // In UTF-8, as workerd sends it.
        'Content-Disposition: attachment; filename="क.pdf"',
      ];
      incoming.socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
    });
  });
  server.on("upgrade", ({ headers }, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n");
    socket.write(`${JSON.stringify(headers)}\n`);
    socket.pipe(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const proxy = await startProxy({ hostname: "127.0.0.1", port: 0, target: portOf(server), token: TOKEN });
  onTestFinished(() => void proxy.close());
  return portOf(proxy);
}

interface Reply {
  response: IncomingMessage;
  /** The headers that the server behind the proxy got. */
  forwarded: Record<string, string>;
}

function send(port: number, headers: Record<string, string>, body = ""): Promise<Reply> {
  return new Promise((done, fail) => {
    const sent = request({ port, host: "127.0.0.1", method: "POST", path: "/a?b=c", headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => done({ response, forwarded: JSON.parse(text) }));
    });
    sent.on("error", fail).end(body);
  });
}

test("a request for a local host gets the token, and its answer comes back as it is", async () => {
  const { response, forwarded } = await send(await startBoth(), { Host: "localhost:8787", "X-Other": "kept" }, "body");
  expect(forwarded).toMatchObject({ host: "localhost:8787", "x-proxy-token": TOKEN, "x-other": "kept" });
  expect(forwarded["cf-connecting-ip"]).toBe("127.0.0.1");
  expect(response.statusCode).toBe(201);
  expect(response.headers["x-path"]).toBe("/a?b=c");
  const disposition = Buffer.from(response.headers["content-disposition"] ?? "", "latin1");
  expect(disposition.toString()).toBe('attachment; filename="क.pdf"');
});

test("a request for a foreign host gets no token, also if it brings one", async () => {
  const { forwarded } = await send(await startBoth(), { Host: "evil.example:8787", "X-Proxy-Token": TOKEN });
  expect(forwarded).toMatchObject({ host: "evil.example:8787" });
  expect(forwarded).not.toHaveProperty("x-proxy-token");
});

test("headers that Miniflare adds for itself do not pass", async () => {
  const { forwarded } = await send(await startBoth(), {
    Host: "localhost:8787",
    "MF-Original-URL": "http://evil.example/",
    "mf-route-override": "other",
  });
  expect(Object.keys(forwarded).filter((name) => name.startsWith("mf-"))).toEqual([]);
});

test("a request that announces trailers, and has no chunks, passes without the announcement", async () => {
  const socket = connect(await startBoth(), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  // Node's own client refuses to send this.
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nTrailer: Upload-Checksum\r\nContent-Length: 1\r\n\r\nx");
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 201 Created\r\n.*}$/s);
  expect(text).not.toMatch(/"trailer":/);
});

test.each([
  ["localhost:8787", TOKEN],
  ["evil.example:8787", undefined],
])("a WebSocket for %s is connected, and the token goes with %s", async (host, token) => {
  const port = await startBoth();
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: ${host}\r\nMF-Original-URL: http://x/\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n`,
  );
  await expect.poll(() => text).toContain("}\n");
  const headers = JSON.parse(text.slice(text.indexOf("{")));
  expect(headers["x-proxy-token"]).toBe(token);
  expect(headers).not.toHaveProperty("mf-original-url");
  socket.write("hello");
  await expect.poll(() => text).toMatch(/hello$/);
});

test.each([
  ["a host with a user's name", "/", "localhost@evil.example"],
  ["a host with a path", "/", "localhost/a"],
  ["no host", "/", ""],
  ["a whole address as its target", "http://evil.example/", "localhost"],
])("a request with %s gets a 400, also for a WebSocket", async (_, target, host) => {
  const port = await startBoth();
  for (const upgrade of ["", "Upgrade: echo\r\nConnection: Upgrade\r\n"]) {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\n`);
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  }
});

test("without a server behind it the proxy answers 502", async () => {
  const proxy = await startProxy({ hostname: "127.0.0.1", port: 0, target: 9, token: TOKEN });
  onTestFinished(() => void proxy.close());
  expect((await fetch(`http://127.0.0.1:${portOf(proxy)}/`)).status).toBe(502);
});
