// Serves the current build with `wrangler dev` and the given arguments, behind a proxy that keeps foreign hosts from the mailbox.
// `npm run preview` runs it after a build.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { eraseDeletedRows } from "../worker/embedded/standalone/erase-deleted-rows.ts";
import { freePort, startProxy } from "../worker/embedded/standalone/proxy.ts";

/** Wrangler's own. */
const DEFAULT_PORT = 8787;

const { values, tokens } = parseArgs({
  options: {
    port: { type: "string" },
    ip: { type: "string", default: "127.0.0.1" },
    "persist-to": { type: "string", default: ".wrangler/state" },
  },
  strict: false,
  allowPositionals: true,
  tokens: true,
});
// All others are for Wrangler, which refuses an option that it gets twice.
const ownArguments = new Set(
  tokens.flatMap((each) =>
    each.kind === "option" && (each.name === "port" || each.name === "ip")
      ? [each.index, ...(each.inlineValue === false ? [each.index + 1] : [])]
      : [],
  ),
);
const wranglerArguments = process.argv.slice(2).filter((_, index) => !ownArguments.has(index));

const hostname = String(values.ip);
const port = await choosePort();
const target = await freePort("127.0.0.1");
const token = randomUUID();
const state = String(values["persist-to"]);
eraseDeletedRows(state);

const wrangler = spawn(
  process.execPath,
  [
    // Not its launcher, which ends with 0 when Wrangler is killed.
    ...["--no-warnings", fileURLToPath(import.meta.resolve("wrangler"))],
    ...["dev", "--ip", "127.0.0.1", "--port", String(target), "--var", `EMBEDDED_PROXY_TOKEN:${token}`],
    ...wranglerArguments,
  ],
  {
    stdio: ["inherit", "pipe", "pipe"],
    env: {
      ...process.env,
      // Keeps Wrangler from fetching `Request.cf`, which nothing here needs.
      CLOUDFLARE_CF_FETCH_ENABLED: process.env.CLOUDFLARE_CF_FETCH_ENABLED ?? "false",
      // Keeps it from storing traces, whose addresses have the secrets of mailed links.
      X_LOCAL_OBSERVABILITY: process.env.X_LOCAL_OBSERVABILITY ?? "false",
      FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
    },
  },
);
wrangler.stdout.on("data", onOutput);
wrangler.stderr.on("data", (chunk: Buffer) => process.stderr.write(hideTarget(chunk)));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => wrangler.kill(signal));
let proxyFailed = false;
wrangler.on("exit", (code, signal) => {
  eraseDeletedRows(state);
  const status = code ?? 128 + constants.signals[signal ?? "SIGKILL"];
  process.exit(proxyFailed ? 1 : status);
});

/** Starts the proxy once Wrangler is ready, so that nobody is answered before. Without the proxy, Wrangler ends. */
async function onOutput(chunk: Buffer): Promise<void> {
  if (chunk.includes("Ready on")) {
    wrangler.stdout.off("data", onOutput);
    wrangler.stdout.on("data", (later: Buffer) => process.stdout.write(hideTarget(later)));
    try {
      await startProxy({ hostname, port, target, token });
    } catch (error) {
      proxyFailed = true;
      console.error(`The preview cannot listen on port ${port}: ${String(error)}`);
      wrangler.kill("SIGTERM");
      return;
    }
  }
  process.stdout.write(hideTarget(chunk));
}

/** Wrangler's output with the proxy's address in place of its own, where nobody gets the mailbox. */
function hideTarget(output: Buffer): string {
  const address = `${hostname === "127.0.0.1" ? "localhost" : hostname}:${port}`;
  return output.toString().replaceAll(token, "(hidden)").replaceAll(`127.0.0.1:${target}`, address);
}

/** The given port; without one Wrangler's usual port, or any other that is free. */
async function choosePort(): Promise<number> {
  try {
    return await freePort(hostname, Number(values.port ?? DEFAULT_PORT));
  } catch {
    if (values.port === undefined) return freePort(hostname);
    console.error(`Port ${values.port} is taken: choose another one with \`npm run preview -- --port N\`.`);
    process.exit(1);
  }
}
