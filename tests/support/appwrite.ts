// Runs the product as in production, against an Appwrite over the network. The embedded Appwrite runs in a process of its own
// in place of a real one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Server, serve, startServer, toProductionConfig, waitUntil } from "./server.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The secret of a product that `startProductOn` starts: a test may seal a cookie with it. */
export const SESSION_SECRET = "a secret for tests, long enough to be accepted";

export interface StandaloneAppwrite extends Server {
  readonly apiKey: string;
}

/** Starts the embedded Appwrite as a server, with its own storage. @param options of its script, such as `["--empty"]` */
export async function startAppwrite(options: string[] = []): Promise<StandaloneAppwrite> {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-appwrite-"));
  const program = join(ROOT, "worker/embedded/standalone/serve.ts");
  const server = await serve({
    command: [process.execPath, program, "--persist", folder, ...options],
    cwd: ROOT,
    readyPath: "/v1/",
  });
  let apiKey: string | undefined;
  await waitUntil(
    () => `The embedded Appwrite printed no API key. Its output:\n${server.log()}`,
    async () => {
      apiKey = /^\s*API key\s+(\S+)$/m.exec(server.log())?.[1];
      return apiKey !== undefined;
    },
  );
  return {
    ...server,
    apiKey: apiKey ?? "",
    async dispose() {
      await server.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the product with production's bindings, configured for this Appwrite. */
export function startProductOn(appwrite: Pick<StandaloneAppwrite, "origin" | "apiKey">): Promise<Server> {
  return startServer({
    configure: toProductionConfig,
    vars: {
      APPWRITE_ENDPOINT: `${appwrite.origin}/v1`,
      APPWRITE_PROJECT_ID: "navarambh",
      APPWRITE_API_KEY: appwrite.apiKey,
      APPWRITE_DATABASE_ID: "main",
      APPWRITE_COLLECTION_ID: "users",
      APPWRITE_BUCKET_ID: "files",
      SESSION_SECRET,
    },
  });
}
