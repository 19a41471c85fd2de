// POST in place of PATCH, DELETE and HEAD: some networks block these.
import { describe, expect, it } from "vitest";
import { join } from "../support/people";
import { type Browser, createTestApp, ORIGIN } from "../support/test-app";
import { createUpload, fileBytes, TUS, UPLOAD_TYPE } from "../support/uploads";

const PDF = { name: "cv.pdf", kind: "resume", size: 4000 };
const BYTES = fileBytes(PDF.name, PDF.size);

async function startUpload(browser: Browser): Promise<string> {
  return (await createUpload(browser, PDF)).headers.get("Location") ?? "";
}

function override(browser: Browser, path: string, method: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers({ ...TUS, "X-HTTP-Method-Override": method });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  return browser.fetch(path, { method: "POST", ...init, headers });
}

function overridePatch(browser: Browser, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const patch = { "Upload-Offset": "0", "Content-Type": UPLOAD_TYPE, ...headers };
  return override(browser, path, "PATCH", { headers: patch, body: BYTES });
}

describe("X-HTTP-Method-Override", () => {
  it("sends, asks for and ends an upload with POST alone", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const path = await startUpload(browser);
    expect((await overridePatch(browser, path)).status).toBe(204);
    const content = await browser.fetch(`${path.split("?")[0]}/content`);
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(BYTES);
    const state = await override(browser, path, "HEAD", { body: "nothing to read" });
    expect([state.status, state.headers.get("Upload-Offset"), await state.text()]).toEqual([200, "4000", ""]);
    expect((await override(browser, path, "DELETE")).status).toBe(204);
    expect((await override(browser, path, "HEAD")).status).toBe(410);
  });

  it("does not lead round the rule of the same origin", async () => {
    const browser = createTestApp().browser();
    const path = await startUpload(browser);
    const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await overridePatch(browser, path, foreign)).status).toBe(403);
    const typed = { "Sec-Fetch-Site": "none" };
    expect((await override(browser, path, "DELETE", { method: "GET", headers: typed })).status).toBe(405);
    expect((await override(browser, path, "DELETE", { method: "GET", headers: foreign })).status).toBe(403);
    expect((await override(browser, path, "HEAD")).status).toBe(200);
  });

  it.each(["PUT", "GET", "patch", "CONNECT", ""])("refuses %j by name, and drains the body", async (method) => {
    let ended = false;
    const body = new ReadableStream({
      type: "bytes",
      pull(controller) {
        controller.enqueue(new Uint8Array(50_000));
        ended = true;
        controller.close();
      },
    });
    const response = await override(createTestApp().browser(), "/api/files/abc", method, { body });
    expect(await response.json()).toMatchObject({
      error: {
        code: 400,
        type: "upload_extension_unsupported",
        message: expect.stringContaining("X-HTTP-Method-Override"),
      },
    });
    expect(ended).toBe(true);
  });

  it.each(["HEAD", "PATCH", "DELETE"])("drains a body that nobody reads: %s", async (method) => {
    let bytes = 0;
    const body = new ReadableStream({
      type: "bytes",
      pull(controller) {
        bytes += 10_000;
        controller.enqueue(new Uint8Array(10_000));
        if (bytes === 50_000) controller.close();
      },
    });
    const headers = { "Upload-Offset": "0", "Content-Type": UPLOAD_TYPE };
    const response = await override(createTestApp().browser(), "/api/files/abc?ticket=x", method, { headers, body });
    expect([response.status, bytes]).toEqual([403, 50_000]);
  });

  it("means nothing elsewhere", async () => {
    const headers = { "X-HTTP-Method-Override": "DELETE", "Content-Type": "application/json" };
    const request = new Request(`${ORIGIN}/api/account/sessions/email`, { method: "POST", headers, body: "{}" });
    expect((await createTestApp().fetch(request)).status).toBe(422);
  });
});
