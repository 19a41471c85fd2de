// /api/account/tokens: one-time codes by mail.
import { Hono } from "hono";
import { AddressProofSchema, CodeRequestSchema, CodeSchema, SentCodeSchema } from "../../app/contract/codes";
import { proveAddress, sendCode } from "../services/email/codes";
import { type ApiEnv, endpoint } from "./endpoint";

export const tokens = new Hono<ApiEnv>()
  .post(
    "/email",
    endpoint({
      operationId: "sendCode",
      summary: "Sends an e-mail with a one-time code",
      description:
        "For sign-in the response is the same for an unknown address. For sign-up any address gets a code. A new code replaces the one before. When several were mailed a short time ago none is, and isMailed is false: the newest one works. With phrase, the response and the e-mail show the same two words, so that the reader knows the e-mail is genuine.",
      body: CodeRequestSchema,
      example: { email: "asha.rao@example.org", phrase: true, purpose: "sign-in" },
      responses: {
        201: {
          description: "The request is accepted; userId is sent back with the code",
          schema: SentCodeSchema,
          example: { userId: "the-userId-of-sendCode", isMailed: true, phrase: "Golden Fox" },
        },
      },
      errors: [400, 403, 413, 415, 422],
    }),
    async (c) => c.json(await sendCode(c.var.context, c.req.valid("json")), 201),
  )
  .put(
    "/email",
    endpoint({
      operationId: "proveAddress",
      summary: "Proves an address for sign-up with a one-time code",
      description:
        "It does not sign in. When an account has this address and nobody had proved it, the sessions of that account end.",
      body: CodeSchema,
      example: { userId: "the-userId-of-sendCode", secret: "482916" },
      responses: {
        200: {
          description: "The proof, which sign-up takes as emailProof",
          schema: AddressProofSchema,
          example: {
            proof: "the-proof-of-the-address",
            email: "asha.rao@example.org",
            expiresAt: "2025-10-17T07:30:00.000Z",
          },
        },
      },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => c.json(await proveAddress(c.var.context, c.req.valid("json")), 200),
  );
