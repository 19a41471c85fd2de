// The Worker that forwards every request to the embedded Appwrite. The settings need the start token.
import { readBody, tooLargeResponse } from "../http/body";
import { PROJECT_ID } from "../project/project";

export { EmbeddedAppwrite } from "../index";

/** The wrangler.toml in this folder names its bindings as the local environment does. */
interface StandaloneEnv extends Pick<Cloudflare.LocalEnv, "EMBEDDED"> {
  /** Known only to the script that started the server, which reads the keys with it. */
  START_TOKEN: string;
}

/**
 * Reads the whole body before the request is forwarded. If a response is sent before the body has arrived, workerd's local
 * server breaks the connection: this request or the next one on it gets a 500. A body that is too large gets a 413 here.
 */
async function bufferBody(request: Request): Promise<Request | Response> {
  const { method, body, headers } = request;
  if (!body) return request;
  try {
    const bytes = await readBody(request);
    if (!bytes) return tooLargeResponse();
    // A GET may arrive with a body, which the Request constructor does not allow.
    const rest = method === "GET" || method === "HEAD" ? {} : { body: bytes };
    return new Request(request.url, { method, headers, ...rest });
  } catch {
    return new Response("The request broke off", { status: 400 });
  }
}

export default {
  async fetch(request, env) {
    const isInternal = new URL(request.url).pathname.startsWith("/__embedded/");
    if (isInternal && request.headers.get("x-start-token") !== env.START_TOKEN) {
      return new Response("Not found", { status: 404 });
    }
    const buffered = await bufferBody(request);
    if (buffered instanceof Response) return buffered;
    return env.EMBEDDED.get(env.EMBEDDED.idFromName(PROJECT_ID)).fetch(buffered);
  },
} satisfies ExportedHandler<StandaloneEnv>;
