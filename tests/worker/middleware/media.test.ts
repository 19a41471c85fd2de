import { describe, expect, it } from "vitest";
import { bindings, bindingsWithoutSettings, createTestApp, ORIGIN } from "../support/test-app";

const VIDEO = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
const ETAG = '"a1b2"';

/** Bindings whose static assets hold one video and ignore the Range header. */
const env = {
  ...bindings,
  ASSETS: {
    fetch: async (request: Request) => {
      if (new URL(request.url).pathname !== "/media/video.mp4") return new Response("not found", { status: 404 });
      const headers = { "Content-Type": "video/mp4", "Cache-Control": "public, max-age=86400", ETag: ETAG };
      if (request.headers.get("If-None-Match") === ETAG) return new Response(null, { status: 304, headers });
      if (request.headers.has("Range")) throw new Error("the assets were asked for a range");
      return new Response(request.method === "HEAD" ? null : VIDEO, { headers });
    },
  } as unknown as typeof bindings.ASSETS,
};

const get = (headers: Record<string, string> = {}, method = "GET", path = "/media/video.mp4") =>
  createTestApp().fetch(new Request(ORIGIN + path, { method, headers }), env);

describe("a video", () => {
  it.each([
    ["bytes=0-1", 0, 1],
    ["bytes=100-199", 100, 199],
    ["bytes=990-", 990, 999],
    ["bytes=990-5000", 990, 999],
    ["bytes=-10", 990, 999],
    ["bytes=-5000", 0, 999],
    ["Bytes= 5 - 6", 5, 6],
  ])("is sent partially for %s", async (range, start, end) => {
    const response = await get({ Range: range });
    expect(response.status).toBe(206);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-range": `bytes ${start}-${end}/1000`,
      "content-length": String(end - start + 1),
      "accept-ranges": "bytes",
      "content-type": "video/mp4",
      "cache-control": "public, max-age=86400",
      etag: ETAG,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(VIDEO.slice(start, end + 1));
  });

  it.each(["bytes=0-1,5-6", "bytes=9-5", "bytes=-", "lines=0-1", "bytes=a-b"])(
    "is sent whole for %s",
    async (range) => {
      const response = await get({ Range: range });
      expect(response.status).toBe(200);
      expect(response.headers.has("Content-Range")).toBe(false);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(VIDEO);
    },
  );

  it.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("is unsatisfiable for %s", async (range) => {
    const response = await get({ Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get("Content-Range")).toBe("bytes */1000");
  });

  it.each([
    ["this version", ETAG, 206],
    ["another version", '"c3d4"', 200],
    ["a weak tag", `W/${ETAG}`, 200],
    ["a date", "Sat, 21 Nov 2026 10:00:00 GMT", 200],
  ])("with If-Range for %s (%s) responds with %i", async (_, version, status) => {
    expect((await get({ Range: "bytes=0-1", "If-Range": version })).status).toBe(status);
  });

  it("sends Accept-Ranges with the whole file, and to HEAD", async () => {
    const whole = await get();
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(VIDEO);
    const head = await get({ Range: "bytes=0-1" }, "HEAD");
    for (const { status, headers } of [whole, head]) {
      expect(status).toBe(200);
      expect(headers.get("Accept-Ranges")).toBe("bytes");
    }
  });

  it("is not sent again to a client that has it", async () => {
    expect((await get({ "If-None-Match": ETAG, Range: "bytes=0-1" })).status).toBe(304);
  });

  it("needs no settings", async () => {
    const request = new Request(`${ORIGIN}/media/video.mp4`, { headers: { Range: "bytes=0-1" } });
    expect((await createTestApp().fetch(request, { ...bindingsWithoutSettings(), ASSETS: env.ASSETS })).status).toBe(
      206,
    );
  });

  it("that does not exist is a 404 without a page", async () => {
    const response = await get({}, "GET", "/media/nosuch.mp4");
    expect([response.status, await response.text()]).toEqual([404, ""]);
  });
});

/** Asks for the first ten bytes of a video that has an ETag of its own. */
function createVideo(etag: string, read: () => Promise<Uint8Array>) {
  const video = { reads: 0, cancelled: 0 };
  const fetchAsset = async () => {
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          video.reads += 1;
          controller.enqueue(await read());
          controller.close();
        },
        cancel: () => {
          video.cancelled += 1;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { "Content-Type": "video/mp4", ETag: etag } });
  };
  const ASSETS = { fetch: fetchAsset } as unknown as typeof bindings.ASSETS;
  const app = createTestApp();
  const getPart = () => {
    const request = new Request(`${ORIGIN}/media/video.mp4`, { headers: { Range: "bytes=0-9" } });
    return app.fetch(request, { ...bindings, ASSETS });
  };
  return { video, getPart };
}

describe("a video of which parts are asked for", () => {
  it("is read once, also for requests that come at the same time", async () => {
    const { video, getPart } = createVideo('"read-once"', async () => VIDEO);
    const parts = [...(await Promise.all([getPart(), getPart(), getPart()])), await getPart()];
    for (const part of parts) expect(new Uint8Array(await part.arrayBuffer())).toEqual(VIDEO.slice(0, 10));
    expect(video).toEqual({ reads: 1, cancelled: 3 });
  });

  it("is read again when it could not be read", async () => {
    let isBroken = true;
    const { video, getPart } = createVideo('"broken"', async () => {
      if (isBroken) throw new Error("The connection broke");
      return VIDEO;
    });
    expect((await getPart()).status).toBe(500);
    isBroken = false;
    expect((await getPart()).status).toBe(206);
    expect((await getPart()).status).toBe(206);
    expect(video.reads).toBe(2);
  });

  it("is read again when a request has been reading it for seconds: the runtime may have ended it", async () => {
    const { promise: never } = Promise.withResolvers<Uint8Array>();
    const answers = [never, Promise.resolve(VIDEO)];
    const { video, getPart } = createVideo('"never"', () => answers.shift() ?? Promise.resolve(VIDEO));
    void getPart();
    await expect.poll(() => video.reads).toBe(1);
    expect((await getPart()).status).toBe(206);
    expect((await getPart()).status).toBe(206);
    expect(video.reads).toBe(2);
  });
});
