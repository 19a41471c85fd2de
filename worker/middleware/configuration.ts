import type { MiddlewareHandler } from "hono";
import { type Bindings, type Config, loadConfig, SettingsError } from "../config";
import { settingsMissingPage } from "../pages/plain-page";
import type { AppEnv } from "./types";

/**
 * Loads the settings once per isolate. Without them pages say what is missing, `/api` answers 503, and everything that
 * belongs to a backend does not exist.
 */
export function configuration(load: (env: Bindings) => Promise<Config>): MiddlewareHandler<AppEnv> {
  return async function configuration(c, next) {
    try {
      c.set("config", await load(c.env));
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      c.var.log("error", { event: "settings missing", settings: [...error.problems.keys()].join(", ") });
      // The API words it in its own error model.
      if (isApi(c.req.path)) throw error;
      if (isMailbox(c.req.path)) return c.text("Not found", 404);
      return settingsMissingPage(error, c.var.nonce);
    }
    await next();
  };
}

/** True for addresses that speak JSON. */
export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** True for the local mailbox's addresses. */
export function isMailbox(path: string): boolean {
  return path === "/__mailbox" || path === "/__mailbox.json" || path.startsWith("/__mailbox/");
}

/** Loads the settings of an environment once; a failed try is made again by the next request. */
export function createConfigLoader(): (env: Bindings) => Promise<Config> {
  const loaded = new WeakMap<Bindings, Promise<Config>>();
  return (env) => {
    const known = loaded.get(env);
    if (known) return known;
    const loading = loadConfig(env);
    loaded.set(env, loading);
    loading.catch(() => loaded.delete(env));
    return loading;
  };
}
