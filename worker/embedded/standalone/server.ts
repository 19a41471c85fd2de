// The Worker that puts the embedded Appwrite behind an address of its own: every path but the settings goes to the object.
import { BODY_MAX_BYTES } from "../http/router";
import { PROJECT_ID } from "../project/project";

export { EmbeddedAppwrite } from "../index";

interface StandaloneEnv {
  EMBEDDED: DurableObjectNamespace;
  /** Known to the script that started the server, which alone may read the keys. */
  START_TOKEN: string;
}

/**
 * The request with its whole body; null when its sender left in the middle. An answer that leaves before its request has
 * arrived breaks the connection under workerd's local server, and the next request on it fails. What is too large to be
 * taken goes on as it is: its refusal closes the connection.
 */
async function takeIn(request: Request): Promise<Request | null> {
  const { method, body, headers } = request;
  if (!body || Number(headers.get("Content-Length")) > BODY_MAX_BYTES) return request;
  try {
    const bytes = await request.arrayBuffer();
    // A GET may come with a body, which no rebuilt request may have and nobody reads.
    const rest = method === "GET" || method === "HEAD" ? {} : { body: bytes };
    return new Request(request.url, { method, headers, ...rest });
  } catch {
    return null;
  }
}

export default {
  async fetch(request, env) {
    const isInternal = new URL(request.url).pathname.startsWith("/__embedded/");
    if (isInternal && request.headers.get("x-start-token") !== env.START_TOKEN) {
      return new Response("Not found", { status: 404 });
    }
    const arrived = await takeIn(request);
    if (!arrived) return new Response("The request broke off", { status: 400 });
    return env.EMBEDDED.get(env.EMBEDDED.idFromName(PROJECT_ID)).fetch(arrived);
  },
} satisfies ExportedHandler<StandaloneEnv>;
