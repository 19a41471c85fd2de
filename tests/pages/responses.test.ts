// What every answer has to be, whatever it is about: its type, no listing, no echo, and people's words as text.
import { request } from "node:http";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { createPerson, newIpAddress, signInOverApi, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/login", "text/html; charset=utf-8"],
  ["/nowhere", "text/html; charset=utf-8"],
  ["/login.data", "text/x-script; charset=utf-8"],
  ["/api/docs", "text/html; charset=utf-8"],
  ["/api/openapi.json", "application/json"],
  ["/api/health", "application/json"],
  ["/api/nowhere", "application/json"],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/site.webmanifest", "application/manifest+json"],
  ["/favicon.svg", "image/svg+xml; charset=utf-8"],
  ["/favicon.ico", "image/vnd.microsoft.icon"],
  ["/fonts/mukta-400.woff2", "font/woff2"],
  ["/media/launchpad.mp4", "video/mp4"],
  ["/covers/onion-meter.svg", "image/svg+xml; charset=utf-8"],
])("%s has the type %s", async (path, type) => {
  const response = await fetch(server().origin + path);
  await response.body?.cancel();
  expect(response.headers.get("Content-Type")?.toLowerCase()).toBe(type);
});

test.each([
  "/assets",
  "/assets/",
  "/fonts/",
  "/media/",
  "/covers/",
  "/share/",
  "/.git/config",
  "/package.json",
  "/_headers",
])("%s lists nothing and is no file", async (path) => {
  const response = await fetch(server().origin + path);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toMatch(
    /OFL\.txt|launchpad\.webm|repositoryformatversion|"devDependencies"|X-Frame-Options:/,
  );
});

test.each(["/", "/login", "/api/health", "/robots.txt"])("TRACE %s is refused, and echoes nothing", async (path) => {
  const secret = "session=not-to-be-echoed";
  const { status, body } = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request(server().origin + path, { method: "TRACE", headers: { Cookie: secret } }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    sent.on("error", reject).end();
  });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain("not-to-be-echoed");
});

const LINKS: [kind: string, search: string][] = [
  ["a link that may be good", `userId=someone&secret=${"5e".repeat(128)}&expire=2999-01-01T00:00:00.000%2B00:00`],
  ["an expired link", `userId=someone&secret=${"5e".repeat(128)}&expire=2025-01-01T00:00:00.000%2B00:00`],
  ["a damaged link", `userId=someone&secret=${"5e".repeat(100)}`],
  ["a truncated link", "secret=5e5e"],
];
const SECRET_PAGES = ["/reset-password", "/verify-email"].flatMap((path) =>
  LINKS.map(([kind, search]) => [kind, path, search] as const),
);
test.each(SECRET_PAGES)(
  "%s to %s is stored nowhere and named to no other site, also by its form",
  async (_, path, search) => {
    const { origin } = server();
    const fields = new URLSearchParams({ password: "Jasmine-2026", confirmPassword: "Jasmine-2026" });
    const headers = { Origin: origin, "CF-Connecting-IP": newIpAddress() };
    for (const [address, init] of [
      [`${path}?${search}`, {}],
      [`${path}.data?${search}`, {}],
      [`${path}?${search}`, { method: "POST", body: fields, headers }],
    ] as const) {
      const response = await fetch(origin + address, { redirect: "manual", ...init });
      await response.body?.cancel();
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "private, no-store",
        // With `no-referrer` browsers would send the page's form with `Origin: null`.
        "referrer-policy": "same-origin",
      });
    }
  },
);

const MARKUP = `Asha </script><img src=x onerror=alert(1)> & "Rao"`;

test("a name with markup is text on every page, in attributes and in the page's data", async () => {
  const person = { ...createPerson(), name: MARKUP };
  const cookie = await signUpOverApi(server(), person);
  for (const path of ["/dashboard?whole", "/settings?whole", "/about", "/settings/delete?whole"]) {
    const response = await fetch(server().origin + path, { headers: { Cookie: cookie } });
    const html = await response.text();
    expect(html, path).not.toMatch(/<\/script><img|<img[^>]*onerror/i);
    const document = parse(html, { blockTextElements: { script: true } });
    expect(document.querySelectorAll("img[onerror]"), path).toEqual([]);
    expect(document.querySelector("body")?.text, path).toContain(MARKUP);
  }
});

test("what was typed into a form comes back as an attribute's text", async () => {
  const typed = `"><script>alert(1)</script>@x.example`;
  const body = new URLSearchParams({ email: typed, password: "x" });
  const headers = { Origin: server().origin, Accept: "text/html", "CF-Connecting-IP": newIpAddress() };
  const response = await fetch(`${server().origin}/login`, { method: "POST", body, headers });
  const html = await response.text();
  expect(html).not.toContain("<script>alert(1)");
  expect(parse(html).querySelector('[name="email"]')?.getAttribute("value")).toBe(typed);
});

test("a GET signs nobody out", async () => {
  const person = createPerson();
  await signUpOverApi(server(), person);
  const cookie = await signInOverApi(server(), person);
  for (const path of ["/logout", "/api/account/sessions", "/settings?intent=sign-out"]) {
    await fetch(server().origin + path, { headers: { Cookie: cookie }, redirect: "manual" });
  }
  const account = await fetch(`${server().origin}/api/account`, { headers: { Cookie: cookie } });
  expect(await account.json()).toMatchObject({ user: { email: person.email } });
});
