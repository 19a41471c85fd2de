// /api/account/tokens: one-time codes by mail.
import { Hono } from "hono";
import { AddressProofSchema, CodeRequestSchema, CodeSchema, SentCodeSchema } from "../../app/contract/codes";
import { proveAddress, sendCode } from "../services/email/codes";
import { type ApiEnv, endpoint } from "./endpoint";

export const tokens = new Hono<ApiEnv>()
  .post(
    "/email",
    endpoint({
      summary:
        "Mails a one-time code. For sign-in the answer is the same for an address that is not known; for sign-up any address gets one. The code before it stops working",
      body: CodeRequestSchema,
      responses: { 201: { description: "Taken in", schema: SentCodeSchema } },
      errors: [400, 403, 413, 415, 422],
    }),
    async (c) => c.json(await sendCode(c.var.context, c.req.valid("json")), 201),
  )
  .put(
    "/email",
    endpoint({
      summary:
        "Takes a code as the proof of an address, for sign-up. It signs nobody in, and ends the sessions of an account whose address nobody had proven",
      body: CodeSchema,
      responses: {
        200: { description: "The proof, to be sent with the sign-up form as emailProof", schema: AddressProofSchema },
      },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => c.json(await proveAddress(c.var.context, c.req.valid("json")), 200),
  );
