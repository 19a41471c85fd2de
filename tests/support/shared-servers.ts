// Starts a server of the production build for each test worker, once for a whole run.
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { startServer } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    /** The server of each test worker, in the order of the workers. */
    servers: { origin: string; logFile: string }[];
  }
}

/**
 * Vitest's global set-up, after the build. Each project loads this file anew, so that the first one provides the servers to all.
 * @returns the teardown
 */
export async function setup({ vitest }: TestProject) {
  const root = vitest.getRootProject();
  const { build, servers: running }: Partial<ProvidedContext> = root.getProvidedContext();
  if (running) return;
  if (build === undefined) throw new Error("built-product.ts has to be set up before");
  const workers = Math.max(...vitest.projects.map(({ config }) => config.maxWorkers));
  const servers = await Promise.all(Array.from({ length: workers }, () => startServer({ build })));
  root.provide(
    "servers",
    servers.map(({ origin, logFile }) => ({ origin, logFile })),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.dispose()));
  };
}
