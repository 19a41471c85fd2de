// /api/health: whether this build runs and its backend answers.
import { Hono } from "hono";
import * as z from "zod/mini";
import { type ApiEnv, endpoint } from "./endpoint";

export const health = new Hono<ApiEnv>().get(
  "/",
  endpoint({
    operationId: "getHealth",
    summary: "Tells which build runs, and whether its backend responds",
    responses: {
      200: {
        description: "The backend responds",
        schema: z.object({ status: z.literal("ok"), build: z.string(), backend: z.literal("ok") }),
        example: { status: "ok", build: "4f0c2ab19d3e7765", backend: "ok" },
      },
      503: {
        description: "The backend does not respond",
        example: { status: "degraded", build: "4f0c2ab19d3e7765", backend: "unreachable" },
        schema: z.object({ status: z.literal("degraded"), build: z.string(), backend: z.literal("unreachable") }),
      },
    },
    errors: [],
  }),
  async (c) => {
    const { buildId: build, appwrite } = c.var.context;
    return (await appwrite.isHealthy())
      ? c.json({ status: "ok" as const, build, backend: "ok" as const }, 200)
      : c.json({ status: "degraded" as const, build, backend: "unreachable" as const }, 503);
  },
);
