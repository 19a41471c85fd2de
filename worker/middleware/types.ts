import type { Bindings, Config } from "../config";
import type { RequestContext } from "../context";
import type { Log } from "../log";

/** The variables that the middleware sets. `context` exists after `session`. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: { requestId: string; nonce: string; log: Log; config: Config; context: RequestContext };
}
