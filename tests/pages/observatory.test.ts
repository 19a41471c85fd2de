// What the site answers, scored by Mozilla's HTTP Observatory.
import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { BRAND } from "../../app/content/brand";
import { redirectToHttps } from "../../worker/middleware/redirect-to-https";
import type { AppEnv } from "../../worker/middleware/types";
import { installObservatory, type Score, scoreByObservatory } from "../support/observatory";
import { createPerson, newIpAddress, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

/** The Observatory's site scans with this origin. */
const OTHER_SITE = "https://http-observatory.security.mozilla.org";

beforeAll(installObservatory, 300_000);

interface ScoredAnswer extends Score {
  status: number;
  cookies: string[];
}

/** Scores an answer of this server, as if it had come over https from the site's own host, with a redirect from http. */
async function score(path: string, init: RequestInit = {}): Promise<ScoredAnswer> {
  const address = server().origin + path;
  const headers = { "CF-Connecting-IP": newIpAddress(), ...init.headers };
  const response = await fetch(address, { redirect: "manual", ...init, headers });
  const html = await response.text();
  const preflight = await fetch(address, {
    method: "OPTIONS",
    headers: { Origin: OTHER_SITE, "Access-Control-Request-Method": init.method ?? "GET" },
  });
  const url = new URL(path, BRAND.origin);
  const result = await scoreByObservatory({ url, response, html, preflight, redirects: await redirectsOfSite() });
  return { status: response.status, cookies: response.headers.getSetCookie(), ...result };
}

/**
 * The way from http to the site: the Observatory asks for a host's first page. A local server does not redirect, so the Worker's middleware
 * is asked as in a deployment.
 */
async function redirectsOfSite(): Promise<{ url: URL; status: number }[]> {
  const insecure = new URL(BRAND.origin.replace("https:", "http:"));
  const redirect = await new Hono<AppEnv>().use(redirectToHttps()).request(insecure, {}, {});
  const target = new URL(redirect.headers.get("Location") ?? "", insecure);
  return [
    { url: insecure, status: redirect.status },
    { url: target, status: 200 },
  ];
}

/** The highest score without cookies; an answer that sets sound ones gets five more. */
const HIGHEST_SCORE = 130;

test.each([
  ["a static page", "/", 200],
  ["a streamed page", "/login", 200],
  ["a page that does not exist", "/nowhere", 404],
  ["the API's documentation", "/api/docs", 200],
  ["an answer of the API", "/api/health", 200],
  ["an error of the API", "/api/nowhere", 404],
  ["a static file", "/robots.txt", 200],
])("%s gets A+ and 130 points, scored as if it came over https from a deployment", async (_, path, status) => {
  expect(await score(path)).toMatchObject({ status, grade: "A+", score: HIGHEST_SCORE, failed: [] });
});

test("a member's page gets A+ and 130 points, scored as if it came over https from a deployment", async () => {
  const cookie = await signUpOverApi(server(), createPerson());
  const answer = await score("/dashboard", { headers: { Cookie: cookie } });
  expect(answer).toMatchObject({ status: 200, grade: "A+", score: HIGHEST_SCORE, failed: [] });
});

test("the answer that sets the session cookie gets A+ and 135 points, scored as if it came over https from a deployment", async () => {
  const person = createPerson();
  await signUpOverApi(server(), person);
  const answer = await score("/api/account/sessions/email", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  expect(answer.cookies.map((cookie) => cookie.split("=")[0])).toContain("__Host-session");
  expect(answer).toMatchObject({ status: 201, grade: "A+", score: HIGHEST_SCORE + 5, failed: [] });
});
