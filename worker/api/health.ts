// /api/health: whether this build runs and its backend answers.
import { Hono } from "hono";
import * as z from "zod/mini";
import { type ApiEnv, endpoint } from "./endpoint";

export const health = new Hono<ApiEnv>().get(
  "/",
  endpoint({
    summary: "Whether this build runs and its backend answers",
    responses: {
      200: {
        description: "Both do",
        schema: z.object({ status: z.literal("ok"), build: z.string(), backend: z.literal("ok") }),
      },
      503: {
        description: "The backend does not answer",
        schema: z.object({ status: z.literal("degraded"), build: z.string(), backend: z.literal("unreachable") }),
      },
    },
    errors: [],
  }),
  async (c) => {
    const { buildId: build, appwrite } = c.var.context;
    return (await appwrite.answers())
      ? c.json({ status: "ok" as const, build, backend: "ok" as const }, 200)
      : c.json({ status: "degraded" as const, build, backend: "unreachable" as const }, 503);
  },
);
