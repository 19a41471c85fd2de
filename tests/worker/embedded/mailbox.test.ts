import { runInDurableObject } from "cloudflare:test";
import { createHash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import type { EmbeddedAppwrite, EmbeddedEnv } from "../../../worker/embedded/index";
import { AppwriteUnderTest, KEY, PASSWORD } from "./appwrite-under-test";

async function readPage(appwrite: AppwriteUnderTest): Promise<{ html: string; policy: string }> {
  const response = await appwrite.stub.fetch("http://localhost/__mailbox");
  return { html: await response.text(), policy: response.headers.get("content-security-policy") ?? "" };
}

test("an empty mailbox says so", async () => {
  const appwrite = await AppwriteUnderTest.create();
  expect((await readPage(appwrite)).html).toContain("No mail yet");
  expect(await appwrite.mails()).toEqual([]);
});

test("the page's style is the one that its policy allows, and nothing else is", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { html, policy } = await readPage(appwrite);
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(policy).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  expect(policy).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|<img|<link|\sstyle=|\son\w+=|src=/);
});

test("mails stand newest first, with a working link, the code and the phrase", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email, session } = await appwrite.join();
  const url = "http://localhost:5173/verify-email?from=mail";
  await appwrite.call("POST", "/v1/account/verification", { as: session, body: { url } });
  await appwrite.wait(60);
  const token = await appwrite.call("POST", "/v1/account/tokens/email", {
    as: KEY,
    body: { userId: "unique()", email, phrase: true },
  });
  const [code, verification] = await appwrite.mails();
  expect(code).toMatchObject({
    to: email,
    kind: "code",
    links: [],
    code: token.json.secret,
    phrase: token.json.phrase,
  });
  expect(verification).toMatchObject({ to: email, kind: "verification", createdAt: "2026-11-21T12:00:00.000+00:00" });
  expect(verification).not.toHaveProperty("code");
  const link = new URL(verification?.links[0] ?? "");
  expect(link.origin + link.pathname).toBe("http://localhost:5173/verify-email");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    from: "mail",
    userId: id,
    secret: expect.stringMatching(/^[0-9a-f]{256}$/),
    expire: "2026-11-21T13:00:00.000+00:00",
  });
  const { html } = await readPage(appwrite);
  expect(html.indexOf("one-time code")).toBeLessThan(html.indexOf("Confirm your email"));
  expect(html).toContain(`<strong>${token.json.secret}</strong>`);
  expect(html).toContain(`href="${link.href.replaceAll("&", "&amp;")}"`);
});

test("what a member calls himself is text on the page, never markup", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const name = `<script>alert("hi")</script> & 'co'`;
  const body = { userId: "unique()", email: "asha@example.org", password: PASSWORD, name };
  await appwrite.call("POST", "/v1/account", { as: KEY, body });
  const recovery = { email: "asha@example.org", url: "http://localhost/reset-password" };
  await appwrite.call("POST", "/v1/account/recovery", { as: KEY, body: recovery });
  const { html } = await readPage(appwrite);
  expect(html).toContain("Namaste &lt;script&gt;alert(&quot;hi&quot;)&lt;/script&gt; &amp; &#39;co&#39;,");
});

test("a refused call sends no mail", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email } = await appwrite.join();
  const body = { email, url: "https://elsewhere.example/reset" };
  expect((await appwrite.call("POST", "/v1/account/recovery", { as: KEY, body })).status).toBe(400);
  expect(await appwrite.mails()).toEqual([]);
});

const PRIVATE: [string, string][] = [
  ["GET", "/__mailbox"],
  ["GET", "/__mailbox.json"],
  ["DELETE", "/__rate-limits"],
];
/** What the server responds where it does not refuse. */
const ACCEPTED = [200, 204];

describe.each(PRIVATE)("%s %s", (method, path) => {
  it.each([
    "http://localhost:5173",
    "http://127.0.0.1:8787",
    "http://[::1]:8787",
    "http://navarambh.localhost",
    "http://192.168.1.20",
  ])("is for those who ask at %s", async (origin) => {
    const { stub } = await AppwriteUnderTest.create();
    const headers = { Host: new URL(origin).host };
    expect(ACCEPTED).toContain((await stub.fetch(origin + path, { method, headers })).status);
  });

  it.each([
    ["the URL has a foreign host", "http://evil.example:8787", "localhost:8787"],
    ["the Host is foreign, and Miniflare has got another URL", "http://localhost:8787", "evil.example:8787"],
    ["a name only looks like localhost", "http://localhost.evil.example", "localhost.evil.example"],
  ])("is refused when %s", async (_, origin, host) => {
    const { stub } = await AppwriteUnderTest.create();
    const response = await stub.fetch(origin + path, { method, headers: { Host: host } });
    expect(response.status).toBe(403);
    expect(await response.text()).toBe(
      "This page is only shown to those who ask for it at localhost or at an IP address.\n",
    );
  });

  it("is refused without the token of the proxy, where the server has one", async () => {
    const { stub } = await AppwriteUnderTest.create();
    await runInDurableObject(stub, (instance: EmbeddedAppwrite) => {
      const withEnv = instance as unknown as { env: EmbeddedEnv };
      withEnv.env = { ...withEnv.env, EMBEDDED_PROXY_TOKEN: "secret" };
    });
    const ask = async (headers: Record<string, string>) =>
      (await stub.fetch(`http://localhost${path}`, { method, headers })).status;
    expect(await ask({})).toBe(403);
    expect(await ask({ "X-Proxy-Token": "guessed" })).toBe(403);
    expect(ACCEPTED).toContain(await ask({ "X-Proxy-Token": "secret" }));
  });

  it("can be neither read nor framed by a page of another origin, also of another port of localhost", async () => {
    const { stub } = await AppwriteUnderTest.create();
    for (const method of ["GET", "OPTIONS"]) {
      const headers = { Origin: "http://localhost:3000", "Access-Control-Request-Method": "DELETE" };
      const response = await stub.fetch(`http://localhost${path}`, { method, headers });
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
      if (path === "/__rate-limits") continue;
      expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
    const policy = (await stub.fetch("http://localhost/__mailbox")).headers.get("Content-Security-Policy");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
