// What `npm run appwrite:embedded` serves besides the API, and its errors at the start.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { makeDataDirectory, SCRIPT, startStandalone } from "./standalone.ts";

test("the mailbox is served, and the keys are not", async () => {
  const data = await makeDataDirectory();
  const server = await startStandalone(data.path);
  try {
    expect((await fetch(`${server.origin}/__mailbox`)).status).toBe(200);
    expect((await fetch(`${server.origin}/__embedded/settings`)).status).toBe(404);
    const { port } = new URL(server.origin);
    const second = spawnSync(process.execPath, [SCRIPT, "--port", port], { encoding: "utf8" });
    expect(second.status).toBe(1);
    expect(second.stderr).toBe(`Port ${port} is in use: end what runs there, or choose another with --port.\n`);
  } finally {
    await server.stop();
    await data.remove();
  }
});

test("an invalid port is rejected with a message", () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, "--port", "eighty"], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toBe('--port must be a number from 0 (any free port) to 65535, not "eighty".\n');
});
