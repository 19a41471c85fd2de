// /api/health: whether this build runs and its backend answers.
import { Hono } from "hono";
import type { ApiEnv } from "./http";

export const health = new Hono<ApiEnv>().get("/", async (c) => {
  const { buildId: build, appwrite } = c.var.context;
  return (await appwrite.answers())
    ? c.json({ status: "ok" as const, build, backend: "ok" as const }, 200)
    : c.json({ status: "degraded" as const, build, backend: "unreachable" as const }, 503);
});
