import type { Bindings, Config } from "../env";
import type { Log } from "../log";
import type { Scope } from "../scope";

/** What the outer middlewares find and leave; from `session` on there is the whole scope. */
export interface EdgeEnv {
  Bindings: Bindings;
  Variables: { requestId: string; nonce: string; log: Log; config: Config; scope: Scope };
}
