import type { Bindings, Config } from "../config";
import type { RequestContext } from "../context";
import type { Log } from "../log";

/** What the outer middlewares find and leave; from `session` on there is the whole request context. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: { requestId: string; nonce: string; log: Log; config: Config; context: RequestContext };
}
