import { describe, expect, it, vi } from "vitest";
import { join } from "../support/people";
import { createTestApp } from "../support/test-app";

/** An app whose page reads its form, and records the length. */
function createAppThatReads() {
  const read: number[] = [];
  const app = createTestApp({
    render: async ({ request }) => {
      read.push((await request.arrayBuffer()).byteLength);
      return new Response("read", { headers: { "Content-Type": "text/html" } });
    },
  });
  return { read, browser: app.browser() };
}

const HTML = { Accept: "text/html", "Content-Type": "multipart/form-data; boundary=here" };

/** A chunked body without a Content-Length. */
function chunkedBody(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(Math.min(left, 1_000_000)));
      left -= 1_000_000;
    },
  });
}

/** A body that arrives in pieces of this many characters, all of them ASCII. */
function inPieces(body: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

describe("a form with many fields", () => {
  it.each([
    ["a URL-encoded form beyond 64 KB", "application/x-www-form-urlencoded", "a&".repeat(40_000)],
    ["300 URL-encoded fields in a short form", "application/x-www-form-urlencoded", "a&".repeat(300)],
    ["empty parts", "multipart/form-data; boundary=here", "--here\r\n\r\n\r\n".repeat(300)],
    ["parts with a quoted boundary", 'multipart/form-data; boundary="a b"', "--a b\r\n\r\n".repeat(300)],
  ])("is refused before it is parsed: %s", async (_, type, body) => {
    const { read, browser } = createAppThatReads();
    const headers = { Accept: "text/html", "Content-Type": type };
    const response = await browser.fetch("/signup", { method: "POST", headers, body });
    expect(response.status).toBe(413);
    expect(read).toEqual([]);
  });

  it.each([
    ["another parameter before it", 'multipart/form-data; x="; boundary=other"; boundary=here'],
    ["another parameter behind it", "multipart/form-data; boundary=here; boundary=other"],
    ["an open quote", 'multipart/form-data; boundary="here'],
    ["an escape", 'multipart/form-data; boundary="he\\re"'],
    ["a character beyond ASCII", "multipart/form-data; boundary=he\u00e9re"],
    ["71 characters", `multipart/form-data; boundary=${"a".repeat(71)}`],
  ])("with an ambiguous boundary is limited to 64 KB: %s", async (_, type) => {
    const { read, browser } = createAppThatReads();
    const headers = { Accept: "text/html", "Content-Type": type };
    const post = (bytes: number) => browser.fetch("/signup", { method: "POST", headers, body: new Uint8Array(bytes) });
    expect((await post(65_537)).status).toBe(413);
    expect((await post(65_536)).status).toBe(200);
    expect(read).toEqual([65_536]);
  });

  it("of a sign-up is accepted, also when a boundary is cut by the pieces in which it arrives", async () => {
    const { read, browser } = createAppThatReads();
    const part = "--here\r\n\r\n\r\n";
    const end = "--here--\r\n";
    const post = (count: number) =>
      browser.fetch("/signup", { method: "POST", headers: HTML, body: inPieces(part.repeat(count) + end, 5) });
    expect((await post(200)).status).toBe(200);
    expect(read).toEqual([part.length * 200 + end.length]);
    expect((await post(201)).status).toBe(413);
  });
});

/** A form whose file has this text after its delimiter. */
const fileForm = (header: string) => `--here${header}\r\n\r\nbytes\r\n--here--\r\n`;
const DISPOSITION = "\r\nContent-Disposition: form-data";

describe("a form whose parts have long headers", () => {
  it.each([
    ["a file name", fileForm(`${DISPOSITION}; name="resume"; filename="${"a".repeat(40_000)}.pdf"`)],
    ["lines", fileForm(`${"\r\nA: b".repeat(8_000)}${DISPOSITION}; name="a"`)],
    ["parameters", fileForm(`${DISPOSITION}${"; a=b".repeat(8_000)}; name="a"`)],
    ["spaces", fileForm(`${DISPOSITION};${" ".repeat(40_000)}name="a"`)],
    ["no end", `--here${DISPOSITION}; name="${"a".repeat(40_000)}`],
    ["no line at all", `--here${"a".repeat(40_000)}`],
    ["a line of CR CR LF, which ends no header", fileForm(`${DISPOSITION}; name="a"\r\n\r\r\n${"a".repeat(40_000)}`)],
    ["an empty first line, which ends no header", fileForm(`\n\n${"a".repeat(40_000)}`)],
    ["delimiters that no empty line follows", "--here\r\nA: b\r\n".repeat(100).replace("b", "b".repeat(40_000))],
    ["all together", fileForm(`${DISPOSITION}; name="${"a".repeat(400)}"`).repeat(90)],
  ])("is refused before it is parsed: %s", async (_, body) => {
    for (const size of [body.length, 1_000, 7]) {
      const { read, browser } = createAppThatReads();
      const response = await browser.fetch("/signup", { method: "POST", headers: HTML, body: inPieces(body, size) });
      expect(response.status).toBe(413);
      expect(await response.text()).toContain("the names of fields and files are too long");
      expect(read).toEqual([]);
    }
  });

  it.each([
    ["lines that end with CRLF", "\r\n"],
    ["lines that end with LF", "\n"],
  ])("is accepted with a file name of 255 characters, and %s", async (_, end) => {
    const name = `${encodeURIComponent("\u0928".repeat(251))}.pdf`;
    const header = `${DISPOSITION}; name="resume"; filename="${name}"\r\nContent-Type: application/pdf`;
    const body = fileForm(header).replace("bytes", "a\r\n".repeat(100_000)).replaceAll("\r\n", end);
    for (const size of [body.length, 1_000]) {
      const { read, browser } = createAppThatReads();
      const response = await browser.fetch("/signup", { method: "POST", headers: HTML, body: inPieces(body, size) });
      expect(response.status).toBe(200);
      expect(read).toEqual([body.length]);
    }
  });
});

describe("a form", () => {
  it.each([
    ["announced", (bytes: number) => new Uint8Array(bytes)],
    ["not announced", chunkedBody],
  ])("with a file of 10 MB is accepted, its length %s", async (_, bodyOf) => {
    const { read, browser } = createAppThatReads();
    const headers = { ...HTML, ...(bodyOf === chunkedBody ? {} : { "Content-Length": "10100000" }) };
    const response = await browser.fetch("/signup", { method: "POST", headers, body: bodyOf(10_100_000) });
    expect(response.status).toBe(200);
    expect(read).toEqual([10_100_000]);
  });

  it("of a member with a file is accepted, sent by a document or by a script", async () => {
    const { read, browser } = createAppThatReads();
    await join(browser);
    for (const path of ["/profile/file", "/profile/file.data"]) {
      const headers = { ...HTML, "Content-Length": "10100000" };
      const response = await browser.fetch(path, { method: "POST", headers, body: new Uint8Array(10_100_000) });
      expect(response.status).toBe(200);
    }
    expect(read).toEqual([10_100_000, 10_100_000]);
  });

  it("with a member's file is left to its page when there is no session, however large it is", async () => {
    const redirect = async () => new Response(null, { status: 303, headers: { Location: "/login" } });
    const browser = createTestApp({ render: redirect }).browser();
    const body = new Uint8Array(11_000_000);
    const response = await browser.fetch("/profile/file", { method: "POST", headers: HTML, body });
    expect(response.status).toBe(303);
  });

  it("with a larger Content-Length is rejected unread, with an error page", async () => {
    const { read, browser } = createAppThatReads();
    const body = new Uint8Array(11_000_000);
    const headers = { ...HTML, "Content-Length": String(body.length) };
    const response = await browser.fetch("/signup", { method: "POST", headers, body });
    expect(response.status).toBe(413);
    const page = await response.text();
    expect(page).toContain("This is too much at once: this form takes a file of up to 10 MB.");
    expect(page).toContain("choose a smaller file or shorten your text");
    expect(page).not.toContain("in a moment");
    expect(page).toContain('<a href="">Start the form again</a>');
    expect(page).toContain('<a href="/">Go to the home page of Navarambh</a>');
    expect(read).toEqual([]);
  });

  it("without a Content-Length is rejected once it is too long", async () => {
    const { read, browser } = createAppThatReads();
    const response = await browser.fetch("/signup", { method: "POST", headers: HTML, body: chunkedBody(50_000_000) });
    expect(response.status).toBe(413);
    expect(read).toEqual([]);
  });

  it.each(["/about", "/login", "/reset-password", "/nosuch"])("without a file may have 64 KB: %s", async (path) => {
    const { read, browser } = createAppThatReads();
    const post = (bytes: number) => {
      const headers = { ...HTML, "Content-Length": String(bytes) };
      return browser.fetch(path, { method: "POST", headers, body: new Uint8Array(bytes) });
    };
    expect((await post(65_536)).status).toBe(200);
    const rejected = await post(65_537);
    expect(rejected.status).toBe(413);
    expect(await rejected.text()).toContain("this form takes up to 64 KB");
    expect(read).toEqual([65_536]);
  });

  it("sent by a script gets the error as JSON", async () => {
    const { browser } = createAppThatReads();
    const headers = { "Content-Type": "application/octet-stream", "Content-Length": "99000000" };
    const response = await browser.fetch("/signup.data", { method: "POST", headers, body: "x" });
    expect(await response.json()).toMatchObject({ error: { code: 413, type: "body_too_large" } });
  });
});

describe("many forms with files at once", () => {
  it("are not all held in memory: what does not fit is refused, and a form without a file is not", async () => {
    // An isolate has 128 MB.
    const app = createTestApp({ clientPace: { silenceMs: 2_000, bytesPerSecond: 1_000 } });
    const sending = Array.from({ length: 16 }, () => {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(9_000_000)) });
      return app.browser().fetch("/signup", { method: "POST", headers: HTML, body });
    });
    const small = await app.browser().fetch("/signup", { method: "POST", headers: HTML, body: new Uint8Array(65_536) });
    expect(small.status).toBe(200);
    const statuses = await Promise.all(sending.map(async (response) => (await response).status));
    expect(statuses.filter((status) => status === 408)).toHaveLength(3);
    expect(statuses.filter((status) => status === 503)).toHaveLength(13);
  });

  it("are held until their pages have answered", async () => {
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
    const render = vi.fn(async () => {
      await answering;
      return new Response("read");
    });
    const app = createTestApp({ render });
    const send = () =>
      app.browser().fetch("/signup", { method: "POST", headers: HTML, body: new Uint8Array(9_900_000) });
    const held = [send(), send(), send()];
    await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(3), 10_000);
    const refused = await send();
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).toBe("30");
    const page = await refused.text();
    expect(page).toContain("Many people are here right now");
    expect(page).toContain("Send the form again in half a minute, or without its file");
    answer();
    for (const response of await Promise.all(held)) expect(response.status).toBe(200);
    expect((await send()).status).toBe(200);
  });
});

describe("many short forms at once", () => {
  it("are not all held in memory while they arrive, and the shortest are always read", async () => {
    const app = createTestApp();
    const clients: ReadableStreamDefaultController<Uint8Array>[] = [];
    const statuses: number[] = [];
    const sending = Array.from({ length: 300 }, async () => {
      const body = new ReadableStream<Uint8Array>({
        start(client) {
          clients.push(client);
          client.enqueue(new Uint8Array(65_000));
        },
      });
      // What is refused is read to its end first.
      const response = app.browser().fetch("/logout", { method: "POST", headers: HTML, body });
      statuses.push((await response).status);
    });
    const send = (bytes: number) =>
      app.browser().fetch("/logout", { method: "POST", headers: HTML, body: new Uint8Array(bytes) });
    await vi.waitFor(async () => expect((await send(65_000)).status).toBe(503), { timeout: 30_000 });
    expect((await send(4_096)).status).toBe(200);
    for (const client of clients) client.close();
    await Promise.all(sending);
    // 16 MB hold 260 of them.
    expect(statuses.filter((status) => status === 200)).toHaveLength(260);
    expect(statuses.filter((status) => status === 503)).toHaveLength(40);
    expect((await send(65_000)).status).toBe(200);
  });
});

describe("a body", () => {
  it("is read right from a source that uses one buffer for all that it sends", async () => {
    const buffer = new Uint8Array(4_096);
    let sent = 0;
    const source: UnderlyingSource<Uint8Array> = {
      pull(controller) {
        if (sent === 100) return controller.close();
        buffer.fill(sent);
        sent += 1;
        controller.enqueue(buffer.subarray(0, 1_000));
      },
    };
    const received: number[] = [];
    const app = createTestApp({
      render: async ({ request }) => {
        received.push(...new Uint8Array(await request.arrayBuffer()));
        return new Response("read");
      },
    });
    const body = new ReadableStream(source, { highWaterMark: 0 });
    await app.browser().fetch("/signup", { method: "POST", headers: HTML, body });
    expect(received).toHaveLength(100_000);
    expect(received.findIndex((byte, at) => byte !== Math.floor(at / 1_000))).toBe(-1);
  });
});
