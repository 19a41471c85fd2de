import { afterEach, describe, expect, it, vi } from "vitest";
import { SECURITY_HEADERS } from "../../../../worker/http/security-headers";
import { createIsolate, HTML, KvDouble, origins, page, readText } from "../../support/pages";
import { join } from "../../support/people";
import { bindings, bindingsWithoutSettings } from "../../support/test-app";

afterEach(() => {
  vi.useRealTimers();
});

describe("a guest's page", () => {
  it("is rendered once, then served from memory, and by a new isolate from KV", async () => {
    const kv = new KvDouble();
    const first = createIsolate(kv.binding);
    const rendered = await first.read("/about");
    await first.waitForBackgroundTasks();
    const second = createIsolate(kv.binding);
    const responses = [rendered, await first.read("/about"), await second.read("/about"), await second.read("/about")];
    expect(origins(responses)).toEqual(["render", "memory", "kv", "memory"]);
    expect(await Promise.all(responses.map(readText))).toEqual(Array(4).fill("static /about"));
    expect([first.renders.length, second.renders.length]).toEqual([1, 0]);
    expect(kv.writes).toHaveLength(1);
  });

  it("is stored in a real KV namespace", async () => {
    const first = createIsolate(bindings.PAGES, { buildId: "real" });
    await first.read("/stories?category=startup");
    await first.waitForBackgroundTasks();
    const response = await createIsolate(bindings.PAGES, { buildId: "real" }).read("/stories?category=startup");
    expect(response.headers.get("X-Page-Cache")).toBe("kv");
    expect(await readText(response)).toBe("static /stories?category=startup");
  });

  it("has a Server-Timing header", async () => {
    const app = createIsolate(new KvDouble().binding);
    expect((await app.read("/")).headers.get("Server-Timing")).toMatch(/^render;dur=\d+$/);
    expect((await app.read("/")).headers.get("Server-Timing")).toBe("memory");
  });

  it("is rendered completely, without a nonce or any data of the visitor", async () => {
    const app = createIsolate(new KvDouble().binding);
    const headers = { Cookie: "theme=dark", "User-Agent": "Somebody's", "X-Forwarded-Host": "evil.example" };
    await app.read("/about?utm_source=mail&whole", { headers });
    const [render] = app.renders;
    expect(render?.request.url).toMatch(/^https:\/\/[^/]+\/about$/);
    expect([...(render?.request.headers ?? [])]).toEqual([]);
    expect(render).toMatchObject({ nonce: "", disableStreaming: true });
  });

  it("is sent in brotli to clients that accept it, and uncompressed to others", async () => {
    const app = createIsolate(new KvDouble().binding);
    await app.read("/about");
    await app.waitForBackgroundTasks();
    const sizes = new Map<string, number>();
    for (const [accepted, encoding] of [
      ["br", "br"],
      ["gzip, br;q=0.5", "br"],
      ["gzip, deflate", null],
      ["br;q=0, gzip", null],
      ["brotli", null],
      ["", null],
    ] as const) {
      const response = await app.read("/about", { headers: { "Accept-Encoding": accepted } });
      expect(response.headers.get("Content-Encoding")).toBe(encoding);
      sizes.set(encoding ?? "plain", (await response.clone().arrayBuffer()).byteLength);
      expect(await readText(response)).toBe("static /about");
      expect(response.headers.get("Vary")).toBe("Cookie, Accept-Encoding");
    }
    expect(sizes.get("br")).toBeLessThan((sizes.get("plain") ?? 0) / 5);
  });

  it.each([
    { what: "no header of the client's own", cf: { clientAcceptEncoding: "" }, header: "br, gzip", encoding: null },
    { what: "the client's own header", cf: { clientAcceptEncoding: "gzip, br" }, header: "gzip", encoding: "br" },
    { what: "nothing of Cloudflare's", cf: {}, header: "gzip, br", encoding: "br" },
  ])("is encoded as the client accepts it, behind Cloudflare or not: $what", async (from) => {
    const app = createIsolate(new KvDouble().binding);
    await app.read("/about");
    await app.waitForBackgroundTasks();
    const response = await app.read("/about", { headers: { "Accept-Encoding": from.header }, cf: from.cf });
    expect(response.headers.get("Content-Encoding")).toBe(from.encoding);
    expect(await readText(response)).toBe("static /about");
  });

  it("has all security headers, and its own content security policy", async () => {
    const app = createIsolate(new KvDouble().binding);
    const responses = [await app.read("/about"), await app.read("/about")];
    expect(origins(responses)).toEqual(["render", "memory"]);
    for (const { headers } of responses) {
      expect(Object.fromEntries(headers)).toMatchObject({
        ...Object.fromEntries(Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
        "content-type": HTML,
        "cache-control": "private, no-cache",
      });
      const policy = headers.get("Content-Security-Policy");
      expect(policy).toContain("script-src 'self' 'sha256-script'; style-src");
      expect(policy).toContain("upgrade-insecure-requests");
      expect(policy).not.toContain("nonce-");
      expect(headers.getSetCookie()).toEqual([]);
    }
    const ids = responses.map(({ headers }) => headers.get("X-Request-Id"));
    expect(ids).toEqual([expect.stringMatching(/^[\w-]{36}$/), expect.stringMatching(/^[\w-]{36}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
    const named = await app.read("/about", { headers: { "CF-Ray": "8f2a-BOM" } });
    expect(named.headers.get("X-Request-Id")).toBe("8f2a-BOM");
  });

  it("upgrades requests to https only when it was loaded over https", async () => {
    const app = createIsolate(new KvDouble().binding);
    for (const scheme of ["http", "https", "http"]) {
      const { headers } = await app.fetch(new Request(`${scheme}://localhost/about`));
      expect(headers.get("Content-Security-Policy")?.includes("upgrade-insecure-requests")).toBe(scheme === "https");
    }
  });

  it("is not sent again to a client that has it: 304, with the headers of a 200", async () => {
    const kv = new KvDouble();
    const first = createIsolate(kv.binding);
    const sent = await first.read("/about");
    await first.waitForBackgroundTasks();
    const etag = sent.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const app of [first, createIsolate(kv.binding)]) {
      for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
        const response = await app.read("/about", { headers: { "If-None-Match": known } });
        expect(response.status).toBe(304);
        expect(await response.text()).toBe("");
        for (const name of ["ETag", "Cache-Control", "Vary", "Content-Security-Policy"]) {
          expect(response.headers.get(name)).toBe(sent.headers.get(name));
        }
      }
      const changed = await app.read("/about", { headers: { "If-None-Match": '"other"' } });
      expect(changed.status).toBe(200);
    }
  });

  it("responds to HEAD with the headers of GET and no body", async () => {
    const kv = new KvDouble();
    for (const origin of ["render", "kv", "memory"]) {
      const app = createIsolate(kv.binding);
      if (origin === "memory") await app.read("/about");
      const response = await app.read("/about", { method: "HEAD" });
      expect(response.headers.get("X-Page-Cache")).toBe(origin);
      expect(response.headers.get("Content-Type")).toBe(HTML);
      expect(response.headers.get("ETag")).toMatch(/^W\//);
      expect(await response.text()).toBe("");
      await app.waitForBackgroundTasks();
    }
  });

  it("has one entry for all unknown paths, and one for all unknown stories", async () => {
    const kv = new KvDouble();
    const app = createIsolate(kv.binding);
    const paths = ["/nosuch", "/wp-login.php", "/.git/config", "/stories/nosuch", "/stories/else"];
    const responses = await Promise.all(paths.map((path) => app.read(path)));
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(404));
    expect(app.renders).toHaveLength(2);
    await app.waitForBackgroundTasks();
    expect(kv.entries.size).toBe(2);
    const etag = responses[0]?.headers.get("ETag") ?? "";
    const again = await app.read("/more", { headers: { "If-None-Match": etag } });
    expect([again.status, again.headers.get("X-Page-Cache")]).toEqual([404, "memory"]);
  });

  it("has one entry for all spellings of its URL", async () => {
    const kv = new KvDouble();
    const app = createIsolate(kv.binding);
    for (let i = 0; i < 100; i++) {
      const queries = [`utm_source=${i}`, `category=${i}`, `fbclid=${i}`];
      for (const query of queries) await app.read(`/stories?${query}`);
      await app.read(`/nosuch/${i}`);
    }
    await app.waitForBackgroundTasks();
    expect(app.renders).toHaveLength(2);
    expect(kv.entries.size).toBe(2);
  });
});

describe("a page that must not be cached", () => {
  const untouchable = {
    getWithMetadata: () => expect.fail("KV was read"),
    put: () => expect.fail("KV was written"),
  } as unknown as KVNamespace;

  it.each([
    ["a post", "/about", { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" }, body: "a=b" }],
    ["a page with state", "/signup", {}],
    ["a client-side navigation", "/about.data", {}],
    ["another spelling of a page", "/About", {}],
    ["a page below a page", "/about/us", {}],
    ["a message for the next page", "/about", { headers: { Cookie: "__Host-flash=sealed" } }],
    ["a session", "/about", { headers: { Cookie: "__Host-session=sealed" } }],
    ["a session among others", "/about", { headers: { Cookie: "theme=dark; __Host-session=; a=b" } }],
    ["an invalid session", "/nosuch", { headers: { Cookie: '__Host-session="x y"' } }],
  ] as const)("is rendered each time, without memory and KV: %s", async (_, path, init) => {
    const kv = new KvDouble();
    const warm = createIsolate(kv.binding);
    await warm.read("/about");
    await warm.waitForBackgroundTasks();
    const touched = [kv.reads.length, kv.writes.length];
    for (const app of [createIsolate(untouchable), warm]) {
      const before = app.renders.length;
      const response = await app.read(path, init as RequestInit);
      await app.waitForBackgroundTasks();
      expect(response.headers.get("X-Page-Cache")).toBe("bypass");
      expect(await readText(response)).toMatch(/^rendered /);
      expect(app.renders).toHaveLength(before + 1);
    }
    expect([kv.reads.length, kv.writes.length]).toEqual(touched);
  });

  it("a member's page is neither read from the cache nor written to it", async () => {
    const kv = new KvDouble();
    const app = createIsolate(kv.binding, {
      render: async ({ context }) => page(`rendered for ${context.session.current?.name ?? "a guest"}`),
    });
    const member = app.browser();
    await join(member);
    expect(kv.reads).toEqual([]);
    expect(await readText(await member.fetch("/about", {}, { ...bindings, PAGES: kv.binding }))).toBe(
      "rendered for Asha Rao",
    );
    expect(kv.reads).toEqual([]);
    expect(await readText(await app.read("/about"))).toBe("static for a guest");
    expect(await readText(await member.fetch("/about", {}, { ...bindings, PAGES: kv.binding }))).toBe(
      "rendered for Asha Rao",
    );
    expect(await readText(await app.read("/about"))).toBe("static for a guest");
  });
});

describe("a page that failed", () => {
  const broken = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("<!doctype html><p>half"));
        controller.error(new Error("cut off"));
      },
    });

  it.each([
    ["an error of the server", () => page("rendered", { status: 500 })],
    ["an outage", () => page("rendered", { status: 503 })],
    ["another status than the page has", () => page("rendered", { status: 404 })],
    ["a redirect", () => new Response(null, { status: 303, headers: { Location: "/login" } })],
    ["something else than HTML", () => Response.json({ rendered: true })],
    ["a cookie", () => page("rendered", { headers: { "Set-Cookie": "a=b" } })],
    ["a part of a page", () => new Response(broken(), { headers: { "Content-Type": HTML } })],
  ])("is not cached: %s", async (_, render) => {
    const kv = new KvDouble();
    const app = createIsolate(kv.binding, { render: async () => render() });
    for (const path of ["/about", "/about"]) {
      const response = await app.read(path);
      expect(response.headers.get("X-Page-Cache")).toBe("bypass");
      expect(response.status).toBe(render().status);
      await response.body?.cancel().catch(() => {});
    }
    await app.waitForBackgroundTasks();
    expect(kv.writes).toEqual([]);
  });

  it("is not cached when rendering changes a cookie", async () => {
    for (const change of ["session", "flash"] as const) {
      const kv = new KvDouble();
      const app = createIsolate(kv.binding, {
        render: async ({ context }) => {
          if (change === "flash") context.flash.set("signed-in", "/dashboard");
          else
            context.session.start({
              secret: "s",
              sessionId: "i",
              userId: "u",
              name: "Asha",
              startedAt: Date.now(),
              expiresAt: Date.now() + 9e9,
            });
          return page("rendered");
        },
      });
      expect((await app.read("/about")).headers.get("X-Page-Cache")).toBe("bypass");
      await app.waitForBackgroundTasks();
      expect(kv.writes).toEqual([]);
    }
  });

  it("is rendered for each request, and cached again after a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const kv = new KvDouble();
    let fails = true;
    const app = createIsolate(kv.binding, {
      render: async () => page("rendered", { status: fails ? 500 : 200 }),
    });
    const readOne = async () => {
      const origin = (await app.read("/about")).headers.get("X-Page-Cache");
      await app.waitForBackgroundTasks();
      return origin;
    };
    await readOne();
    expect(app.renders).toHaveLength(2);
    fails = false;
    vi.advanceTimersByTime(59_000);
    expect([await readOne(), app.renders.length, kv.reads.length]).toEqual(["bypass", 3, 1]);
    vi.advanceTimersByTime(1_000);
    expect(await readOne()).toBe("render");
  });

  it("is sent as it was rendered when no static page can be made of it", async () => {
    const kv = new KvDouble();
    const app = createIsolate(kv.binding, {
      makeStatic: () => Promise.reject(new TypeError("not a page that is known")),
    });
    const response = await app.read("/about");
    expect([response.status, await readText(response)]).toEqual([200, "rendered /about"]);
    await app.waitForBackgroundTasks();
    expect(kv.writes).toEqual([]);
    expect(app.log).toContainEqual(expect.objectContaining({ level: "warn", event: "page not made static" }));
  });
});

describe("a deployment", () => {
  it("without settings shows no page, though KV and memory have it", async () => {
    const kv = new KvDouble();
    const app = createIsolate(kv.binding);
    await app.read("/about");
    await app.waitForBackgroundTasks();
    const env = { ...bindingsWithoutSettings(), PAGES: kv.binding };
    for (const one of [app, createIsolate(kv.binding)]) {
      expect((await one.fetch(new Request("https://localhost/about"), env)).status).toBe(503);
    }
  });

  it("shares no page with a build before or after it, both running", async () => {
    const kv = new KvDouble();
    const builds = ["a", "b"].map((buildId) => {
      const render = async () => page(`rendered by ${buildId}`);
      return () => createIsolate(kv.binding, { buildId, render });
    });
    for (const build of [...builds, ...builds]) {
      const app = build();
      const response = await app.read("/about");
      await app.waitForBackgroundTasks();
      expect(await readText(response)).toBe(`static by ${builds.indexOf(build) === 0 ? "a" : "b"}`);
    }
    expect(kv.entries.size).toBe(2);
  });

  it("shares no page with a deployment of other public settings", async () => {
    const kv = new KvDouble();
    const render = async ({ context }: { context: { config: { public: { socialLinks: { x?: string } } } } }) =>
      page(`rendered with ${context.config.public.socialLinks.x}`);
    for (const link of ["https://x.example/old", "https://x.example/new"]) {
      const app = createIsolate(kv.binding, { render }, { ...bindings, PAGES: kv.binding, SOCIAL_X: link } as never);
      expect(await readText(await app.read("/about"))).toBe(`static with ${link}`);
      await app.waitForBackgroundTasks();
    }
  });

  it("renders each time in development", async () => {
    const app = createIsolate(new KvDouble().binding, { makeStatic: undefined });
    expect(origins([await app.read("/about"), await app.read("/about")])).toEqual(["bypass", "bypass"]);
  });
});
