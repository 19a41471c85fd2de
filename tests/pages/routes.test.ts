// The routes: pages, rejected forms, and the API.
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { BRAND } from "../../app/content/brand";
import { getPage } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

interface PageCase {
  path: string;
  heading: RegExp;
  title: RegExp;
  canonical: string;
  status?: number;
}

const HOME = { heading: /Launch Your Ideas, Build the Future/, title: /^Navarambh/, canonical: "/" };
const PAGES: PageCase[] = [
  { path: "/", ...HOME },
  { path: "/collaboration", heading: /./, title: /^Collaboration/, canonical: "/collaboration" },
  { path: "/about", heading: /./, title: /^About/, canonical: "/about" },
  { path: "/launchpad", heading: /./, title: /^Launchpad/, canonical: "/launchpad" },
  { path: "/stories", heading: /./, title: /^Success Stories/, canonical: "/stories" },
  { path: "/stories?category=startup", heading: /./, title: /^Success Stories/, canonical: "/stories" },
  { path: "/privacy", heading: /Privacy/, title: /^Privacy/, canonical: "/privacy" },
  { path: "/terms", heading: /Terms/, title: /^Terms/, canonical: "/terms" },
  { path: "/cookies", heading: /Cookie/, title: /^Cookie/, canonical: "/cookies" },
  { path: "/login", heading: /^Sign in$/, title: /^Sign in/, canonical: "/login" },
  { path: "/signin", heading: /^Sign in$/, title: /^Sign in/, canonical: "/login" },
  { path: "/login/code", heading: /^Sign in with a code$/, title: /^Sign in with a code/, canonical: "/login/code" },
  { path: "/signup", heading: /^Join Navarambh$/, title: /^Join Navarambh/, canonical: "/signup" },
  { path: "/verify-email", heading: /./, title: /./, canonical: "/verify-email" },
  { path: "/reset-password", heading: /./, title: /./, canonical: "/reset-password" },
  { path: "/nowhere/at/all", ...HOME, status: 404 },
  { path: "/stories/no-such-story", ...HOME, status: 404 },
];

test.each(PAGES)(
  "$path has its heading, title, description, status and canonical link",
  async ({ path, heading, title, canonical, status = 200 }) => {
    const page = await getPage(server(), path);
    expect(page.status).toBe(status);
    const document = parse(page.html);
    const headings = document.querySelectorAll("h1");
    expect(headings.map(({ text }) => text)).toEqual([expect.stringMatching(heading)]);
    expect(document.querySelector("title")?.text).toMatch(title);
    const link = document.querySelector('link[rel="canonical"]');
    expect(link?.getAttribute("href")).toBe(new URL(canonical, BRAND.origin).href);
    const description = document.querySelector('meta[name="description"]')?.getAttribute("content");
    expect(description?.length).toBeGreaterThan(20);
    if (status === 404) expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  },
);

test.each(["/profile/%0D%0AX", "/nowhere%00"])("%s is a 404 without an error in the log", async (path) => {
  expect((await getPage(server(), path)).status).toBe(404);
});

test("an unknown path below /api returns a JSON 404", async () => {
  const response = await fetch(`${server().origin}/api/nowhere`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 404, type: "not_found" } });
});

test("a form posted to a page without an action gets 405 and logs no error", async () => {
  const { origin } = server();
  for (const path of ["/terms", "/nowhere/at/all", "/terms.data"]) {
    const body = new URLSearchParams({ a: "b" });
    const response = await fetch(origin + path, { method: "POST", body, headers: { Origin: origin } });
    expect(response.status, path).toBe(405);
    expect(response.headers.get("Allow"), path).toBe("GET, HEAD");
  }
  expect(server().log()).not.toMatch(/No .?action|did not provide an `action`/);
});

test("the mailbox exists in the local environment", { tags: "local" }, async () => {
  expect((await fetch(`${server().origin}/__mailbox`)).status).toBe(200);
});

test("a page that a member requested is not served to a guest", async () => {
  const person = createPerson({ name: "Lata Deshpande" });
  const cookie = await signUpOverApi(server(), person);
  const member = await fetch(`${server().origin}/about`, { headers: { Cookie: cookie } });
  expect(await member.text()).toContain(person.name);
  const guest = await fetch(`${server().origin}/about`);
  expect(await guest.text()).not.toContain(person.name);
});
