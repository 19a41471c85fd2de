// `npm run preview`: the build under Wrangler, behind the proxy that keeps foreign hosts from the mailbox.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { send } from "../conformance/client";
import { EMBEDDED_PASSWORD_COST } from "../support/password-cost";
import { freePort, type Server, serve, waitUntil } from "../support/server";

const ROOT = join(import.meta.dirname, "../..");

let server: Server;
let state: string;

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), "navarambh-preview-"));
  server = await serve({ command: previewCommand(), cwd: ROOT });
});
afterAll(async () => {
  await server.dispose();
  rmSync(state, { recursive: true, force: true });
});

function previewCommand(): string[] {
  const script = join(ROOT, "scripts/preview.ts");
  const config = join(inject("build"), "server/wrangler.json");
  const command = [process.execPath, script, "--config", config, "--persist-to", state, "--inspector-port", "0"];
  return [...command, "--var", `EMBEDDED_PASSWORD_COST:${EMBEDDED_PASSWORD_COST}`];
}

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  const { status, body, headers: pairs } = await send(new URL(server.origin), { method, path, headers });
  return {
    status,
    text: new TextDecoder().decode(body),
    headers: new Map(pairs.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

test("pages come compressed, as from Wrangler itself, and its log names the address to open", async () => {
  const { status, headers } = await ask("/", { Host: "localhost", "Accept-Encoding": "br" });
  expect(status).toBe(200);
  expect(headers.get("content-encoding")).toBe("br");
  expect(server.log()).toContain(`Ready on ${server.origin}`);
});

test("the mailbox is for localhost and IP addresses, and no header of the client's changes that", async () => {
  const { port } = new URL(server.origin);
  const original = (host: string) => ({ "MF-Original-URL": `http://${host}:${port}/__mailbox.json` });
  const statusAt = async (headers: Record<string, string>) => (await ask("/__mailbox.json", headers)).status;
  expect(await statusAt({ Host: `localhost:${port}` })).toBe(200);
  expect(await statusAt({ Host: `192.168.1.20:${port}` })).toBe(200);
  expect(await statusAt({ Host: `evil.example:${port}` })).toBe(403);
  expect(await statusAt({ Host: `evil.example:${port}`, ...original("localhost") })).toBe(403);
  expect(await statusAt({ Host: `evil.example:${port}`, ...original("localhost"), "X-Proxy-Token": "guessed" })).toBe(
    403,
  );
  expect(await statusAt({ Host: `localhost:${port}`, ...original("evil.example") })).toBe(200);
});

test("a link in a mail leads to localhost, whatever host was asked", async () => {
  const { port } = new URL(server.origin);
  const email = "preview@example.org";
  const post = (path: string, body: unknown, host: string) =>
    fetch(`${server.origin}/api${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "MF-Original-URL": `http://${host}/api${path}` },
      body: JSON.stringify(body),
    });
  const form = { role: "Mentor", name: "Asha Rao", email, phone: "9820000000", location: "Pune", agree: true };
  const password = "Neem-valley-77";
  const joined = await post("/account", { ...form, password, confirmPassword: password }, "evil.example");
  expect(joined.status).toBe(201);
  expect((await post("/account/recovery", { email }, "evil.example")).status).toBe(202);
  const links = async () => JSON.parse((await ask("/__mailbox.json", { Host: "localhost" })).text)[0]?.links ?? [];
  await expect.poll(links).toEqual([expect.stringContaining(`http://localhost:${port}/reset-password?`)]);
});

/** A small Debian has no `ps`. */
function processesOfLinux(): { id: number; parent: number }[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, "utf8");
      // The second field is the program's name in brackets, and may hold anything.
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [{ id: Number(id), parent: Number(parent) }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

function processesOfPs(): { id: number; parent: number }[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return rows.map(([id = 0, parent = 0]) => ({ id, parent }));
}

describe("a preview that ends early", () => {
  let preview: ChildProcess;
  let output: string;
  let exit: Promise<number | null>;

  async function start(): Promise<number> {
    const port = await freePort();
    const [program = "", ...args] = previewCommand();
    // In its own process group, so that nothing is left of it after the test.
    preview = spawn(program, [...args, "--port", String(port)], { cwd: ROOT, detached: true });
    output = "";
    preview.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    preview.stderr?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    exit = new Promise((done) => preview.once("exit", done));
    return port;
  }

  /** The process ids of the preview's children. */
  function children(): number[] {
    const rows = existsSync("/proc/self/stat") ? processesOfLinux() : processesOfPs();
    return rows.filter(({ parent }) => parent === preview.pid).map(({ id }) => id);
  }

  afterEach(() => {
    try {
      process.kill(-(preview.pid ?? 0), "SIGKILL");
    } catch {
      // All of it has ended.
    }
  });

  test("ends Wrangler and fails when its port is taken while Wrangler starts", async () => {
    const port = await start();
    const other = createServer();
    try {
      await waitUntil(
        () => output,
        async () => children().length > 0,
      );
      const [wrangler = 0] = children();
      await new Promise<void>((done) => other.listen(port, "127.0.0.1", done));
      expect(await exit).toBe(1);
      expect(output).toContain(`The preview cannot listen on port ${port}: Error: listen EADDRINUSE`);
      expect(() => process.kill(wrangler, 0)).toThrow("ESRCH");
    } finally {
      other.close();
    }
  });

  test("fails when Wrangler is killed", async () => {
    await start();
    await waitUntil(
      () => output,
      async () => output.includes("Ready on"),
    );
    const [wrangler = 0] = children();
    process.kill(wrangler, "SIGKILL");
    expect(await exit).toBe(137);
  });
});
