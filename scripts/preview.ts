// Serves the current build with `wrangler dev` and the given arguments, after a check that the port is free. `npm run preview` runs it
// after a build.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";

const args = process.argv.slice(2);
const { port } = parseArgs({
  args,
  options: { port: { type: "string" } },
  strict: false,
  allowPositionals: true,
}).values;

if (typeof port === "string" && (await isTaken(Number(port)))) {
  console.error(`Port ${port} is taken: choose another one with \`npm run preview -- --port N\`.`);
  process.exit(1);
}

// Keeps Wrangler from fetching `Request.cf`, which nothing here needs.
const env = { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: process.env.CLOUDFLARE_CF_FETCH_ENABLED ?? "false" };
const wrangler = join(import.meta.dirname, "../node_modules/wrangler/bin/wrangler.js");
const server = spawn(process.execPath, [wrangler, "dev", ...args], { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(true));
    probe.listen(port, "localhost", () => probe.close(() => resolve(false)));
  });
}
