// /api/health: whether this build runs, and what is known about its backend.
import { Hono } from "hono";
import * as z from "zod/mini";
import { isSupportedVersion, warnOfUnsupportedVersion } from "../appwrite/version";
import { checkMail } from "../services/email/mail-server";
import { type ApiEnv, endpoint } from "./endpoint";

const HealthySchema = z.object({
  status: z.literal("ok"),
  build: z.string(),
  backend: z.literal("ok"),
  /** Appwrite's version, and whether this build is made for it. */
  appwrite: z.object({ version: z.string(), supported: z.boolean() }),
  /** As `MailState` says. */
  mail: z.enum(["ok", "off", "links-off", "unknown"]),
});

export const health = new Hono<ApiEnv>().get(
  "/",
  endpoint({
    operationId: "getHealth",
    summary: "Tells which build runs, and whether its backend responds and can send e-mails",
    responses: {
      200: {
        description: "The backend responds",
        schema: HealthySchema,
        example: {
          status: "ok",
          build: "4f0c2ab19d3e7765",
          backend: "ok",
          appwrite: { version: "1.9.6", supported: true },
          mail: "ok",
        },
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
    const { context } = c.var;
    const { buildId: build, appwrite } = context;
    const version = await appwrite.readVersion();
    if (version === null) {
      return c.json({ status: "degraded" as const, build, backend: "unreachable" as const }, 503);
    }
    warnOfUnsupportedVersion(version, context.warn);
    const health: z.infer<typeof HealthySchema> = {
      status: "ok",
      build,
      backend: "ok",
      appwrite: { version, supported: isSupportedVersion(version) },
      mail: await checkMail(context),
    };
    return c.json(health, 200);
  },
);
