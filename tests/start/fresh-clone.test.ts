// What somebody gets who clones the repository: a build after installing, and a site behind plain `npx wrangler dev`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchBrowser, visit } from "../support/browser";
import { person, signUpOverApi } from "../support/people";
import { type Server, serve } from "../support/server";

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

/** Plain `npx wrangler dev`, in the clone. */
const wranglerDev = () => serve({ command: ["npx", "wrangler", "dev"], cwd: clone });

/** `npm run dev`, in the clone. */
const development = () => serve({ command: ["npm", "run", "dev", "--"], cwd: clone });

async function withServer(start: () => Promise<Server>, use: (server: Server) => Promise<void>): Promise<void> {
  const server = await start();
  try {
    await use(server);
  } finally {
    await server.dispose();
  }
}

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "navarambh-clone-"));
  spawnSync("git", ["clone", "--quiet", "--no-hardlinks", ROOT, clone]);
  // What `npm ci` would put there, without the network; the lock file is held against package.json below.
  cpSync(join(ROOT, "node_modules"), join(clone, "node_modules"), { recursive: true, verbatimSymlinks: true });
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

test("it says when the sources are newer than the build", async () => {
  const file = join(clone, "app/root.tsx");
  const before = readFileSync(file);
  writeFileSync(file, `${before}// edited\n`);
  await withServer(wranglerDev, async (server) => {
    expect(server.log()).toContain("The sources have changed since this build was made: run `npm run build`.");
  });
  writeFileSync(file, before);
});

test("npm run dev and npx wrangler dev share what they keep", async () => {
  const who = person({ role: "Mentor" });
  await withServer(development, async (server) => {
    await signUpOverApi(server, who);
    expect((await fetch(`${server.origin}/signup`)).status).toBe(200);
  });
  await withServer(wranglerDev, async (server) => {
    const { email, password } = who;
    const response = await fetch(`${server.origin}/api/account/sessions/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    expect(response.status).toBe(201);
  });
});

test("in development React minds nothing about how pages hydrate", async () => {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  await withServer(development, async (server) => {
    // The first visit makes Vite bundle what the browser needs, and reload once it has.
    const first = await visit(browser, server);
    for (const path of ["/", "/signup"]) await first.page.goto(path, { waitUntil: "networkidle" });
    for (const path of ["/", "/stories", "/signup", "/login"]) {
      const visitor = await visit(browser, server);
      await visitor.open(path);
      expect(visitor.complaints()).toEqual([]);
    }
  });
});

test("a local build is not deployed", () => {
  expect(() => run("npx", ["wrangler", "deploy", "--dry-run"])).toThrow("This build is of the local environment");
});

test("production without settings names what is missing, has no mailbox, and its API answers 503", async () => {
  run("npm", ["run", "build"], { CLOUDFLARE_ENV: "" });
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
