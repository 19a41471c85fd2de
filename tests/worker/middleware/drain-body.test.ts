import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { PaceLimits } from "../../../worker/http/client-pace";
import { drainBody } from "../../../worker/middleware/drain-body";
import { createTestApp, ORIGIN } from "../support/test-app";

/** A body in chunks of 10 kB, which records how much was read. Without `size` it never ends. */
function counted(size = Number.POSITIVE_INFINITY) {
  const seen = { bytes: 0, ended: false, cancelled: false };
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (seen.bytes >= size) {
        seen.ended = true;
        return controller.close();
      }
      seen.bytes += 10_000;
      controller.enqueue(new Uint8Array(10_000));
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { seen, body };
}

/** A body that stalls after 100 bytes. */
function stalled() {
  const seen = { cancelled: false };
  let pulls = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      pulls += 1;
      if (pulls > 1) return new Promise(() => {});
      controller.enqueue(new Uint8Array(100));
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { seen, body };
}

const post = (path: string, body: BodyInit) =>
  new Request(ORIGIN + path, { method: "POST", headers: { "Content-Type": "text/plain" }, body });

/** An app that does not read the body. */
const app = (limits?: PaceLimits) => new Hono().use(drainBody(limits)).post("/", (c) => c.text("no", 400));

describe("an unread body", () => {
  it.each([
    ["of a wrong type", "/api/account/sessions/email", 415],
    ["to an unknown path", "/api/nosuch", 404],
    ["to a path without a body", "/api/health", 405],
  ])("%s is drained before the response is sent", async (_, path, status) => {
    const { seen, body } = counted(50_000);
    const response = await createTestApp().fetch(post(path, body));
    expect(response.status).toBe(status);
    expect(seen).toEqual({ bytes: 50_000, ended: true, cancelled: false });
  });

  it("is cancelled when it is too long", async () => {
    const { seen, body } = counted();
    expect((await app().fetch(post("/", body))).status).toBe(400);
    expect(seen.cancelled).toBe(true);
    expect(seen.bytes).toBeLessThan(101_000_000);
  });

  it("of GET means nothing, and is no error", async () => {
    const request = new Request(`${ORIGIN}/api/health`, { method: "GET" });
    Object.defineProperty(request, "body", { value: counted(100).body });
    expect((await createTestApp().fetch(request)).status).toBe(200);
  });

  it("is cancelled when it stalls", async () => {
    const { seen, body } = stalled();
    expect((await app({ silenceMs: 1, bytesPerSecond: 1000 }).fetch(post("/", body))).status).toBe(400);
    expect(seen.cancelled).toBe(true);
  });
});
