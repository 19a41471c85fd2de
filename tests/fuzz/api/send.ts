// Sends requests of the fuzz tests in process, and reads what they leave in the log.
import type { Bindings } from "../../../worker/config";
import { bindings, type TestApp } from "../../worker/support/test-app";
import type { Answer } from "../soundness";

/** The answer, after everything that the request does in the background. A WebSocket that it opens is closed. */
export async function send(app: TestApp, request: Request, bound: Bindings = bindings): Promise<Answer> {
  const response = await app.fetch(request, bound);
  response.webSocket?.accept();
  response.webSocket?.close();
  const { status, headers } = response;
  // Not `text()`, which `workerd` warns of for a file.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  await app.waitForBackgroundTasks();
  return { status, headers, text };
}

/** What was logged, without what may be anything: the path and the method of a request, and its id. */
export function logTexts(lines: TestApp["log"]): string[] {
  return lines.map(({ path: _, method: _method, requestId: _id, ...rest }) => Object.values(rest).join(" "));
}

/** The secrets of the deployment itself. */
export async function serverSecrets(): Promise<string[]> {
  const { EMBEDDED } = bindings;
  if (!EMBEDDED) return [];
  const backend = EMBEDDED.get(EMBEDDED.idFromName("navarambh"));
  const response = await backend.fetch("http://embedded/__embedded/settings");
  const { apiKey, sessionSecret } = await response.json<{ apiKey: string; sessionSecret: string }>();
  return [apiKey, sessionSecret];
}
