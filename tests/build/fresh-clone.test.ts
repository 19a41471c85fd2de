// What somebody gets who clones the repository: a build after installing, and a site behind plain `npx wrangler dev`.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { visit } from "../support/browser";
import { launchBrowser } from "../support/chromium";
import { createPerson, signInOverApi, signUpOverApi } from "../support/people";
import { type Server, serve } from "../support/server";
import { findProgram, installPackage } from "../support/system-package";

const ROOT = join(import.meta.dirname, "../..");
let clone: string;

/** Runs a command in the clone and gives what it wrote; fails with that when the command does. */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: clone,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: undefined, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}

/** Stands in for Cloudflare's API: knows KV namespaces, takes what is put into them, and refuses everything else. */
async function cloudflareApi() {
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

/** Plain `npx wrangler dev`, in the clone. */
const wranglerDev = () => serve({ command: ["npx", "wrangler", "dev"], cwd: clone });

/** `npm run dev`, in the clone. */
const development = () => serve({ command: ["npm", "run", "dev", "--"], cwd: clone });

async function withServer(start: () => Promise<Server>, use: (server: Server) => Promise<unknown>): Promise<void> {
  const server = await start();
  try {
    await use(server);
  } finally {
    await server.dispose();
  }
}

/** Puts there what `npm ci` would, without the network; the lock file is held against package.json below. */
function installDependencies(): void {
  const [from, to] = [join(ROOT, "node_modules"), join(clone, "node_modules")];
  // Links cost no copy of 700 MB, where the file system and its `cp` can make them.
  const { status } = spawnSync("cp", ["-al", from, to], { stdio: "ignore" });
  if (status !== 0) {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  // What tools keep there is theirs to change: the clone makes its own.
  for (const cache of [".vite", ".vite-temp", ".cache", ".mf"]) {
    rmSync(join(to, cache), { recursive: true, force: true });
  }
}

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "navarambh-clone-"));
  if (!findProgram(["git"]) && !installPackage(["git"])) throw new Error("These tests need git: install it first.");
  run("git", ["clone", "--quiet", "--no-hardlinks", ROOT, "."]);
  installDependencies();
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test("the lock file agrees with package.json", () => {
  run("npm", ["ci", "--dry-run", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]);
});

test("after installing, npx wrangler dev serves the home page and the sign-up form", async () => {
  run("npm", ["run", "prepare"]);
  await withServer(wranglerDev, async (server) => {
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
  // Nothing that was made on the way is taken for a part of the project.
  expect(run("git", ["status", "--porcelain"])).toBe("");
});

test("npm run dev serves pages that hydrate cleanly; npx wrangler dev finds its members, and says when sources are newer than the build", async () => {
  const person = createPerson({ role: "Mentor" });
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  await withServer(development, async (server) => {
    await signUpOverApi(server, person);
    // The first visit makes Vite bundle what the browser needs, and reload once it has.
    const first = await visit(browser, server);
    for (const path of ["/", "/signup"]) await first.page.goto(path, { waitUntil: "networkidle" });
    for (const path of ["/", "/signup"]) {
      const visitor = await visit(browser, server);
      await visitor.open(path);
      expect(visitor.consoleErrors()).toEqual([]);
    }
  });
  const file = join(clone, "app/root.tsx");
  const before = readFileSync(file);
  writeFileSync(file, `${before}// edited\n`);
  await withServer(wranglerDev, async (server) => {
    await signInOverApi(server, person);
    expect(server.log()).toContain("The sources have changed since this build was made: run `npm run build`.");
  });
  writeFileSync(file, before);
});

test("a local build is not deployed", () => {
  expect(() => run("npx", ["wrangler", "deploy", "--dry-run"])).toThrow("This build is of the local environment");
});

test("a deployment puts its pages into KV before anything else of it leaves", async () => {
  const { calls, namespaces, env } = await cloudflareApi();
  const deploy = spawn("npm", ["run", "deploy"], { cwd: clone, env: { ...process.env, NODE_ENV: undefined, ...env } });
  const output = Promise.all([text(deploy.stdout), text(deploy.stderr)]);
  await once(deploy, "exit");
  // Nothing is deployed to the one that refuses everything else.
  expect(deploy.exitCode, (await output).join("\n")).toBe(1);
  expect(namespaces.map(({ title }) => title)).toEqual(["navarambh-pages"]);
  const filled = calls.indexOf("PUT /storage/kv/namespaces/0123456789abcdef0123456789abcdef/bulk");
  const deployed = calls.findIndex((call) => call.includes("/workers/"));
  expect(filled).toBeGreaterThan(0);
  expect(deployed).toBeGreaterThan(filled);
  expect((await output).join()).toMatch(/2\d static pages, \d+ KB in brotli/);
});

test("production without settings names what is missing, has no mailbox, and its API answers 503", async () => {
  // The deployment before has left its build of the production environment.
  await withServer(wranglerDev, async (server) => {
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

test("without dependencies, each command says in one sentence what is missing", () => {
  rmSync(join(clone, "node_modules"), { recursive: true });
  for (const command of ["dev", "build", "preview", "test", "deploy"]) {
    expect(() => run("npm", ["run", command])).toThrow("The dependencies are not installed: run `npm ci` first.");
  }
});
