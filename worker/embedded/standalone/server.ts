// The Worker that puts the embedded Appwrite behind an address of its own: every path but the settings goes to the object.
import { PROJECT_ID } from "../project/project";

export { EmbeddedAppwrite } from "../index";

interface StandaloneEnv {
  EMBEDDED: DurableObjectNamespace;
  /** Known to the script that started the server, which alone may read the keys. */
  START_TOKEN: string;
}

export default {
  fetch(request, env) {
    const isInternal = new URL(request.url).pathname.startsWith("/__embedded/");
    if (isInternal && request.headers.get("x-start-token") !== env.START_TOKEN) {
      return new Response("Not found", { status: 404 });
    }
    return env.EMBEDDED.get(env.EMBEDDED.idFromName(PROJECT_ID)).fetch(request);
  },
} satisfies ExportedHandler<StandaloneEnv>;
