// What the code of the site and the Worker does nowhere, or in one place alone. The embedded Appwrite is not deployed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "../../support/imports";

const ROOT = join(import.meta.dirname, "../../..");

const sources = sourceFiles(ROOT, ["app", "worker"])
  .filter((path) => !path.startsWith("worker/embedded/"))
  .map((path) => ({ path, code: withoutComments(readFileSync(join(ROOT, path), "utf8")) }));

function withoutComments(code: string): string {
  return code.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
}

/** The files in a folder with a pattern. */
function filesWith(pattern: RegExp, folder = ""): string[] {
  return sources.filter(({ path, code }) => path.startsWith(folder) && pattern.test(code)).map(({ path }) => path);
}

test("no code is made of text", () => {
  expect(filesWith(/\beval\(|new Function\(|set(Timeout|Interval)\(["'`]/)).toEqual([]);
});

test("markup is made of text only where React is given the site's own", () => {
  expect(filesWith(/\.(innerHTML|outerHTML|srcdoc)\s*=|insertAdjacentHTML|document\.write|DOMParser/)).toEqual([]);
  expect(filesWith(/dangerouslySetInnerHTML/)).toEqual([
    "app/components/launchpad-video.tsx",
    "app/components/stories/story-parts.tsx",
    "app/root.tsx",
  ]);
});

test("public pages read no query parameter but the category of stories: the page cache ignores all others", () => {
  const readers = ["app/root.tsx", "app/components", "app/routes/marketing"].flatMap((folder) =>
    filesWith(/searchParams|useSearchParams|[lL]ocation\.search/i, folder),
  );
  expect(readers).toEqual(["app/routes/marketing/stories.tsx"]);
});

test("regular expressions are made of constants, and of a hash in hexadecimal", () => {
  expect(filesWith(/new RegExp\(/)).toEqual([
    "app/components/legal-text.tsx",
    "app/contract/second-factor.ts",
    "worker/services/account/leaked-passwords.ts",
  ]);
});

test("cryptography is that of the runtime: AES-GCM, HKDF, HMAC and SHA-256, and SHA-1 where a service asks for it", () => {
  const algorithm = /["'`]((?:AES|HKDF|HMAC|PBKDF2|RSA|ECDH|ECDSA|Ed25519|X25519|(?:MD|SHA|md|sha)-?\d)[\w-]*)["'`]/g;
  const names = sources.flatMap(({ path, code }) =>
    [...code.matchAll(algorithm)].map(([, name]) => `${path}: ${name}`),
  );
  expect([...new Set(names)].sort()).toEqual([
    "worker/pages/page-cache/cached-page.ts: sha256",
    "worker/pages/page-cache/page-store.ts: sha256",
    "worker/pages/static-page.ts: sha256",
    "worker/services/account/leaked-passwords.ts: SHA-1",
    "worker/services/sha256-hex.ts: SHA-256",
    "worker/session/keyring.ts: AES-GCM",
    "worker/session/keyring.ts: HKDF",
    "worker/session/keyring.ts: HMAC",
    "worker/session/keyring.ts: SHA-256",
  ]);
});

test("nothing secret is made with Math.random", () => {
  expect(filesWith(/Math\.random/)).toEqual(["app/live/live-connection.ts", "app/uploads/tus-upload.ts"]);
});

/** A call of the global `fetch`, rather than the declaration of a method with this name. */
const FETCH_CALL = /(?<![.\w])((globalThis|self)\.)?fetch\((?!\w+\??:)/;

test.each([
  ["await fetch(url)", true],
  ["return fetch(url, { method })", true],
  ["const response = fetch(url);", true],
  ["void fetch(url)", true],
  ["Promise.all([fetch(first), fetch(second)])", true],
  ["(request) => fetch(request)", true],
  ["globalThis.fetch(url)", true],
  ['fetch("https://evil.example")', true],
  ["fetch(request: Request): Promise<Response>", false],
  ["fetch(request?: Request)", false],
  ["stub.fetch(request)", false],
  ["embeddedFetch(request)", false],
])("%s: it is %s that this calls fetch", (code, isCall) => {
  expect(FETCH_CALL.test(code)).toBe(isCall);
});

test("the Worker calls nobody but Appwrite and the service that knows leaked passwords", () => {
  // The script of the API's page runs in a browser.
  expect(filesWith(FETCH_CALL, "worker/")).toEqual([
    "worker/api/docs/script.ts",
    "worker/config.ts",
    "worker/services/account/leaked-passwords.ts",
  ]);
  expect(filesWith(/new (WebSocket|EventSource)\(|\bconnect\(\{/, "worker/")).toEqual([]);
});

test("the Worker's own code logs in one place", () => {
  expect(filesWith(/\bconsole[.[]/, "worker/")).toEqual(["worker/log.ts"]);
});

test("the Worker starts no program and reads no file", () => {
  expect(filesWith(/from "(node:)?(child_process|fs|net|tls|vm|worker_threads)/, "worker/")).toEqual([]);
});

test("pages talk to each other by a channel of their own origin, never by postMessage to a window", () => {
  expect(filesWith(/window\.postMessage|addEventListener\("message"/, "app/")).toEqual([]);
  expect(filesWith(/new BroadcastChannel\(/)).not.toEqual([]);
});
