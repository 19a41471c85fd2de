import type { MiddlewareHandler } from "hono";
import { type Bindings, type Config, loadConfig, SettingsError } from "../config";
import { settingsMissingPage } from "../pages/plain-page";
import type { AppEnv } from "./types";

/**
 * Loads the settings once per isolate. When settings are missing or invalid, pages list them, `/api` responds with 503, and the
 * local mailbox with 404.
 */
export function configuration(load: (env: Bindings) => Promise<Config>): MiddlewareHandler<AppEnv> {
  return async function configuration(c, next) {
    try {
      c.set("config", await load(c.env));
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      c.var.log("error", { event: "settings missing", settings: [...error.errors.keys()].join(", ") });
      // `createApp` turns it into the API's error body.
      if (isApi(c.req.path)) throw error;
      if (isMailbox(c.req.path)) return c.text("Not found", 404);
      return settingsMissingPage(error, c.var.nonce);
    }
    await next();
  };
}

/** True for the API's paths. */
export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** True for the local mailbox's paths. */
export function isMailbox(path: string): boolean {
  return path === "/__mailbox" || path === "/__mailbox.json" || path.startsWith("/__mailbox/");
}

/** Loads the settings of an environment once. After an error the next request tries again. */
export function createConfigLoader(): (env: Bindings) => Promise<Config> {
  const loaded = new WeakMap<Bindings, Promise<Config>>();
  return (env) => {
    const existing = loaded.get(env);
    if (existing) return existing;
    const loading = loadConfig(env);
    loaded.set(env, loading);
    loading.catch(() => loaded.delete(env));
    return loading;
  };
}
