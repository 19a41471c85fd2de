// `npm run preview`: the build under Wrangler, behind the proxy that keeps foreign hosts from the mailbox.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { send } from "../conformance/client";
import { EMBEDDED_PASSWORD_COST } from "../support/password-cost";
import { type Server, serve } from "../support/server";

const ROOT = join(import.meta.dirname, "../..");

let server: Server;
let state: string;

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), "navarambh-preview-"));
  const script = join(ROOT, "scripts/preview.ts");
  const config = join(inject("build"), "server/wrangler.json");
  const command = [process.execPath, script, "--config", config, "--persist-to", state];
  server = await serve({
    command: [...command, "--var", `EMBEDDED_PASSWORD_COST:${EMBEDDED_PASSWORD_COST}`],
    cwd: ROOT,
  });
});
afterAll(async () => {
  await server.dispose();
  rmSync(state, { recursive: true, force: true });
});

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
  expect(await statusAt({ Host: `evil.example:${port}`, ...original("localhost"), "X-Front-Token": "guessed" })).toBe(
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
