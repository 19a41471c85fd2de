// A fresh clone of the repository: the npm scripts, `npx wrangler dev`, and the deployment.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { visit } from "../support/browser";
import { launchBrowser } from "../support/chromium";
import { createPerson, signInOverApi, signUpOverApi } from "../support/people";
import { type Server, serve } from "../support/server";
import { findOrInstallProgram } from "../support/system-package";
import { diskFolder } from "../support/temporary-folder";

const ROOT = join(import.meta.dirname, "../..");
let clone: string;

/** Runs a command in the clone. @returns its output @throws an error with its output, when it fails */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: clone,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: undefined, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} exited with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}

/** Starts a fake of Cloudflare's API, which accepts KV namespaces and their values and rejects everything else. */
async function startFakeCloudflareApi() {
  const calls: string[] = [];
  const namespaces: { id: string; title: string }[] = [];
  const api = createServer(async (request, response) => {
    const body = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const call = `${request.method} ${pathname.replace(/^\/client\/v4\/accounts\/\w+/, "")}`;
    calls.push(call);
    const send = (status: number, result: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      const errors = status === 200 ? [] : [{ code: 10007, message: "refused" }];
      response.end(JSON.stringify({ success: status === 200, errors, messages: [], result }));
    };
    if (call === "GET /storage/kv/namespaces") return send(200, searchParams.get("page") ? [] : namespaces);
    if (call === "POST /storage/kv/namespaces") {
      namespaces.push({ id: "0123456789abcdef0123456789abcdef", ...JSON.parse(body) });
      return send(200, namespaces.at(-1));
    }
    if (call.endsWith("/bulk")) return send(200, { successful_key_count: JSON.parse(body).length });
    return send(404, null);
  });
  await new Promise<void>((resolve) => api.listen(0, "localhost", resolve));
  onTestFinished(() => new Promise((resolve) => api.close(() => resolve())));
  const { port } = api.address() as AddressInfo;
  const env = {
    CI: "true",
    CLOUDFLARE_API_BASE_URL: `http://localhost:${port}/client/v4`,
    CLOUDFLARE_API_TOKEN: "none",
    CLOUDFLARE_ACCOUNT_ID: "0".repeat(32),
  };
  return { calls, namespaces, env };
}

const startWranglerDev = () => serve({ command: ["npx", "wrangler", "dev"], cwd: clone });

const startNpmRunDev = () => serve({ command: ["npm", "run", "dev", "--"], cwd: clone });

async function withServer(start: () => Promise<Server>, use: (server: Server) => Promise<unknown>): Promise<void> {
  const server = await start();
  try {
    await use(server);
  } finally {
    await server.dispose();
  }
}

/** Installs the dependencies like `npm ci`, but without a network. A test below compares the lock file with package.json. */
function installDependencies(): void {
  const [from, to] = [join(ROOT, "node_modules"), join(clone, "node_modules")];
  // Hard links avoid a copy of 700 MB. Not every file system supports them.
  const { status } = spawnSync("cp", ["-al", from, to], { stdio: "ignore" });
  if (status !== 0) {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  // Tools write to these caches, so that the clone must not share them.
  for (const cache of [".vite", ".vite-temp", ".cache", ".mf"]) {
    rmSync(join(to, cache), { recursive: true, force: true });
  }
}

beforeAll(() => {
  clone = mkdtempSync(join(diskFolder(), "navarambh-clone-"));
  if (!findOrInstallProgram(["git"], "git")) throw new Error("These tests need git: install it first.");
  run("git", ["clone", "--quiet", "--no-hardlinks", ROOT, "."]);
  installDependencies();
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test("the lock file agrees with package.json", () => {
  run("npm", ["ci", "--dry-run", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]);
});

test("after installing, npx wrangler dev serves the home page and the sign-up form", async () => {
  run("npm", ["run", "prepare"]);
  await withServer(startWranglerDev, async (server) => {
    const home = await fetch(server.origin);
    expect(home.status).toBe(200);
    expect(await home.text()).toContain("Launch Your Ideas");
    const form = await fetch(`${server.origin}/signup`);
    expect(form.status).toBe(200);
    expect(await form.text()).toContain("Create Account");
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
    expect((await fetch(`${server.origin}/__mailbox`)).status).toBe(200);
    expect(server.log()).not.toContain("The sources have changed");
  });
  // Build output is ignored by git.
  expect(run("git", ["status", "--porcelain"])).toBe("");
});

test("npm run dev serves pages that hydrate without errors; npx wrangler dev has its members, and warns about an outdated build", async () => {
  const person = createPerson({ role: "Mentor" });
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  await withServer(startNpmRunDev, async (server) => {
    await signUpOverApi(server, person);
    const fromOtherPort = { headers: { Origin: "http://localhost:3000" } };
    const mailbox = await fetch(`${server.origin}/__mailbox.json`, fromOtherPort);
    expect([mailbox.status, mailbox.headers.get("Access-Control-Allow-Origin")]).toEqual([200, null]);
    // On the first visit Vite bundles dependencies, and reloads the page after that.
    const first = await visit(browser, server);
    for (const path of ["/", "/signup"]) await first.page.goto(path, { waitUntil: "networkidle", timeout: 120_000 });
    for (const path of ["/", "/signup"]) {
      const visitor = await visit(browser, server);
      await visitor.open(path);
      expect(visitor.consoleErrors()).toEqual([]);
    }
  });
  const file = join(clone, "app/root.tsx");
  const before = readFileSync(file);
  writeFileSync(file, `${before}// edited\n`);
  await withServer(startWranglerDev, async (server) => {
    await signInOverApi(server, person);
    expect(server.log()).toContain("The sources have changed since this build was made: run `npm run build`.");
  });
  writeFileSync(file, before);
});

test("a local build cannot be deployed", () => {
  expect(() => run("npx", ["wrangler", "deploy", "--dry-run"])).toThrow("This build is of the local environment");
});

test("a deployment writes its pages to KV before it uploads the Worker", async () => {
  const { calls, namespaces, env } = await startFakeCloudflareApi();
  const deploy = spawn("npm", ["run", "deploy"], { cwd: clone, env: { ...process.env, NODE_ENV: undefined, ...env } });
  const output = Promise.all([text(deploy.stdout), text(deploy.stderr)]);
  await once(deploy, "exit");
  // The fake API rejects the upload of the Worker.
  expect(deploy.exitCode, (await output).join("\n")).toBe(1);
  expect(namespaces.map(({ title }) => title)).toEqual(["navarambh-pages"]);
  const kvWrite = calls.indexOf("PUT /storage/kv/namespaces/0123456789abcdef0123456789abcdef/bulk");
  const workerUpload = calls.findIndex((call) => call.includes("/workers/"));
  expect(kvWrite).toBeGreaterThan(0);
  expect(workerUpload).toBeGreaterThan(kvWrite);
  expect((await output).join()).toMatch(/2\d static pages, \d+ KB in brotli/);
});

test("production without settings names the missing ones, has no mailbox, and its API returns 503", async () => {
  // The deployment test has left a production build.
  await withServer(startWranglerDev, async (server) => {
    const page = await fetch(server.origin);
    expect(page.status).toBe(503);
    const text = await page.text();
    for (const setting of ["APPWRITE_ENDPOINT", "APPWRITE_API_KEY", "SESSION_SECRET"]) expect(text).toContain(setting);
    expect((await fetch(`${server.origin}/__mailbox`)).status).toBe(404);
    expect((await fetch(`${server.origin}/__mailbox.json`)).status).toBe(404);
    const api = await fetch(`${server.origin}/api/account`);
    expect(api.status).toBe(503);
    expect(await api.json()).toMatchObject({ error: { code: 503, type: "setting_missing" } });
  });
});

test("without dependencies each npm script says to run `npm ci`", () => {
  rmSync(join(clone, "node_modules"), { recursive: true });
  for (const command of ["dev", "build", "preview", "test", "deploy"]) {
    expect(() => run("npm", ["run", command])).toThrow("The dependencies are not installed: run `npm ci` first.");
  }
});
