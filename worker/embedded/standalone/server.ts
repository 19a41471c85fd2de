// The Worker that puts the embedded Appwrite behind an address of its own: every path goes to the one object.
import { PROJECT_ID } from "../project/project";

export { EmbeddedAppwrite } from "../index";

interface StandaloneEnv {
  EMBEDDED: DurableObjectNamespace;
}

export default {
  fetch: (request, env) => env.EMBEDDED.get(env.EMBEDDED.idFromName(PROJECT_ID)).fetch(request),
} satisfies ExportedHandler<StandaloneEnv>;
