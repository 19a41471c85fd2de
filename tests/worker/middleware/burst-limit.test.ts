import { describe, expect, it } from "vitest";
import { join, PASSWORD } from "../support/people";
import { bindings, createTestApp, ORIGIN } from "../support/test-app";

/** Bindings with exhausted rate limits, and the keys that were checked of each. */
function exhausted() {
  const keys: string[] = [];
  const networkKeys: string[] = [];
  const pageKeys: string[] = [];
  const limitInto = (checked: string[]) => ({
    limit: async ({ key }: { key: string }) => {
      checked.push(key);
      return { success: false };
    },
  });
  const env = {
    ...bindings,
    BURST_LIMIT: limitInto(keys),
    NETWORK_LIMIT: limitInto(networkKeys),
    PAGE_LIMIT: limitInto(pageKeys),
  };
  return { keys, networkKeys, pageKeys, env };
}

const from = (path: string, init: RequestInit = {}) =>
  new Request(ORIGIN + path, { ...init, headers: { "CF-Connecting-IP": "198.51.100.7", ...init.headers } });

describe("the burst limit", () => {
  it.each([
    ["an API call", from("/api/account")],
    ["a form", from("/login", { method: "POST" })],
    ["a mailed link", from("/reset-password?userId=u&secret=s")],
    ["a member's page", from("/about", { headers: { Cookie: "__Host-session=x" } })],
  ])("counts %s by IP address and sends Retry-After", async (_, request) => {
    const { keys, env } = exhausted();
    const response = await createTestApp().fetch(request, env);
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("60");
    expect(keys).toEqual(["198.51.100.7"]);
  });

  it("counts members by session, and all of an IP address together with a limit of their own", async () => {
    const app = createTestApp();
    const [one, other] = [app.browser(), app.browser()];
    await join(one);
    await join(other);
    const { keys, networkKeys, env } = exhausted();
    const shared = { headers: { "CF-Connecting-IP": "198.51.100.7" } };
    for (const browser of [one, one, other]) await browser.fetch("/api/account", shared, env);
    expect(keys[0]).toMatch(/^session:/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    // What the session's own limit refuses does not use up that of the network.
    expect(networkKeys).toEqual([]);
    const NETWORK_LIMIT = env.NETWORK_LIMIT;
    expect((await one.fetch("/api/account", shared, { ...bindings, NETWORK_LIMIT })).status).toBe(429);
    expect(networkKeys).toEqual(["198.51.100.7"]);
    expect((await app.browser().fetch("/api/account", shared, { ...bindings, NETWORK_LIMIT })).status).toBe(200);
  });

  it("counts guests by device on which somebody has signed in, so that no stranger of the network keeps them out", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    await browser.send("DELETE", "/account/sessions");
    const { keys, networkKeys, pageKeys, env } = exhausted();
    await browser.fetch("/api/account", {}, env);
    await browser.fetch("/login", {}, env);
    expect(keys).toEqual([expect.stringMatching(/^device:/)]);
    expect(pageKeys).toEqual(keys);
    expect(networkKeys).toEqual([]);
    await browser.fetch("/login", {}, { ...bindings, NETWORK_LIMIT: env.NETWORK_LIMIT });
    expect(networkKeys).toEqual([browser.address]);
    const limit = async ({ key }: { key: string }) => ({ success: key !== browser.address });
    const fullNetwork = { ...bindings, BURST_LIMIT: { limit }, PAGE_LIMIT: { limit } };
    const signIn = (from: typeof browser) =>
      from.send("POST", "/account/sessions/email", { email, password: PASSWORD }, fullNetwork);
    expect((await signIn(app.browser(browser.address))).status).toBe(429);
    expect((await signIn(browser)).status).toBe(201);
  });

  it.each([
    ["POST", "/logout"],
    ["POST", "/logout.data"],
    ["DELETE", "/api/account/sessions"],
    ["DELETE", "/api/account/sessions/current"],
  ])("allows %s %s when the limit is exhausted, and counts it apart", async (method, path) => {
    const browser = createTestApp().browser();
    const guest = exhausted();
    expect((await browser.fetch(path, { method }, guest.env)).status).toBe(429);
    expect(guest.keys).toEqual([`sign-out:${browser.address}`]);
    await join(browser);
    // Every limit is exhausted but that of signing out.
    const limit = async ({ key }: { key: string }) => ({ success: key.startsWith("sign-out:") });
    const forSignOut = { ...bindings, BURST_LIMIT: { limit }, NETWORK_LIMIT: { limit } };
    expect((await browser.fetch("/api/account", {}, forSignOut)).status).toBe(429);
    expect((await browser.fetch(path, { method }, forSignOut)).status).toBeLessThan(300);
  });

  it("counts the calls for files apart, which a crowd that waits for room makes again and again", async () => {
    const browser = createTestApp().browser();
    const { keys, env } = exhausted();
    expect((await browser.send("POST", "/files", {}, env)).status).toBe(429);
    expect((await browser.fetch("/api/files/f1?ticket=t", { method: "HEAD" }, env)).status).toBe(429);
    expect((await browser.send("POST", "/account/sessions/email", {}, env)).status).toBe(429);
    expect(keys).toEqual([`files:${browser.address}`, `files:${browser.address}`, browser.address]);
  });

  it("counts links from other sites apart, which a page of theirs can open without end", async () => {
    const app = createTestApp();
    const member = app.browser();
    await join(member);
    const { keys, networkKeys, env } = exhausted();
    const link = { headers: { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" } };
    const paths = ["/api/docs", "/reset-password?userId=u&secret=s"];
    for (const path of paths) expect((await app.browser(member.address).fetch(path, link, env)).status).toBe(429);
    expect(keys).toEqual(paths.map(() => `cross-site:${member.address}`));
    keys.length = 0;
    expect((await member.fetch("/dashboard", link, env)).status).toBe(429);
    expect(keys).toEqual([expect.stringMatching(/^cross-site:session:/)]);
    const onlyNetwork = { ...bindings, NETWORK_LIMIT: env.NETWORK_LIMIT };
    expect((await member.fetch("/dashboard", link, onlyNetwork)).status).toBe(429);
    expect(networkKeys).toEqual([`cross-site:${member.address}`]);
  });

  it("counts the sign-outs of all sessions of an IP address together, as many sessions could go round the limit", async () => {
    const app = createTestApp();
    const { networkKeys, env } = exhausted();
    const onlyNetwork = { ...bindings, NETWORK_LIMIT: env.NETWORK_LIMIT };
    for (const browser of [app.browser("198.51.100.8"), app.browser("198.51.100.8")]) {
      await join(browser);
      expect((await browser.send("DELETE", "/account/sessions", undefined, onlyNetwork)).status).toBe(429);
      expect((await browser.send("GET", "/account")).status).toBe(200);
    }
    expect(networkKeys).toEqual(["sign-out:198.51.100.8", "sign-out:198.51.100.8"]);
  });

  it.each(["/", "/about?utm_source=mail", "/no-such-page"])(
    "does not count %s, which the page cache has",
    async (path) => {
      const { keys, pageKeys, env } = exhausted();
      expect((await createTestApp().fetch(from(path), env)).status).not.toBe(429);
      expect([...keys, ...pageKeys]).toEqual([]);
    },
  );

  it.each([
    ["of sign-up", from("/signup", { headers: { Accept: "text/html" } })],
    ["with a flash cookie", from("/about", { headers: { Accept: "text/html", Cookie: "__Host-flash=x" } })],
    ["'s data", from("/about.data")],
  ])(
    "counts a guest's page %s by IP address with the limit for pages, and says how long to wait",
    async (_, request) => {
      const { keys, pageKeys, env } = exhausted();
      const response = await createTestApp().fetch(request, env);
      expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "10"]);
      expect(await response.text()).toContain("Please wait ten seconds and try again");
      expect([keys, pageKeys]).toEqual([[], ["198.51.100.7"]]);
    },
  );
});
