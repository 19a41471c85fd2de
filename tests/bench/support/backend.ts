// The embedded Appwrite in a bare workerd of its own. Under Wrangler's server it loses connections when many calls wait for it.
import { startWorkerd, type Workerd } from "./workerd.ts";

export interface Backend extends Workerd {
  readonly apiKey: string;
}

/** Starts it with nothing in it. @param build that of the benchmark */
export async function startBackend(build: string): Promise<Backend> {
  const workerd = await startWorkerd(build, { vars: { SERVES_APPWRITE: "true" } });
  const response = await fetch(`${workerd.origin}/__embedded/settings`);
  const { apiKey } = (await response.json()) as { apiKey: string };
  return { ...workerd, apiKey };
}
