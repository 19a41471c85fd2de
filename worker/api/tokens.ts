// /api/account/tokens: one-time codes by mail.
import { Hono } from "hono";
import { CodeRequestSchema, CodeSchema } from "../../app/contract/codes";
import { proveAddress, sendCode } from "../services/email/codes";
import { type ApiEnv, jsonBody } from "./http";

export const tokens = new Hono<ApiEnv>()
  .post("/email", jsonBody(CodeRequestSchema), async (c) =>
    c.json(await sendCode(c.var.context, c.req.valid("json")), 201),
  )
  .put("/email", jsonBody(CodeSchema), async (c) =>
    c.json(await proveAddress(c.var.context, c.req.valid("json")), 200),
  );
