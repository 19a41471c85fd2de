// Starts a server of the production build for each test worker, once for a whole run.
import type { TestProject } from "vitest/node";
import { type Server, startServer } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    /** The server of each test worker, in the order of the workers. */
    servers: { origin: string; logFile: string }[];
  }
}

let servers: Promise<Server[]> | undefined;
let projects = 0;

/** Vitest's global set-up. It runs once for each project that lists this file, after the build. */
export async function setup(project: TestProject): Promise<void> {
  projects += 1;
  const { build } = project.getProvidedContext();
  const workers = Math.max(...project.vitest.projects.map(({ config }) => config.maxWorkers));
  servers ??= Promise.all(Array.from({ length: workers }, () => startServer({ build })));
  project.provide(
    "servers",
    (await servers).map(({ origin, logFile }) => ({ origin, logFile })),
  );
}

export async function teardown(): Promise<void> {
  projects -= 1;
  if (projects === 0 && servers) await Promise.all((await servers).map((server) => server.dispose()));
}
