// /api/account/challenge: the second factor of a sign-in that waits for it.
import { Hono } from "hono";
import * as z from "zod/mini";
import { FactorCodeSchema } from "../../app/contract/factor-code";
import { PendingSignInStateSchema } from "../../app/contract/second-factor-responses";
import { finishSignIn, readPendingSignIn, sendFactorMail } from "../services/second-factor/finish-sign-in";
import { cancelPendingSignIn } from "../services/second-factor/pending-sign-in";
import { type ApiEnv, endpoint, NO_CONTENT } from "./endpoint";
import { exampleProfile, exampleUser, sent, setsSession, signedIn } from "./responses";

export const challenge = new Hono<ApiEnv>()
  .get(
    "/",
    endpoint({
      operationId: "getPendingSignIn",
      summary: "Gets the ways to finish a sign-in that lacks its second factor",
      description:
        "A sign-in that answers user_more_factors_required sets the cookie of a pending sign-in, which is valid for ten minutes. A code by e-mail is offered only where the first factor was not the e-mail itself.",
      isForPendingSignIn: true,
      responses: {
        200: {
          description: "The factors that may be used",
          schema: PendingSignInStateSchema,
          example: {
            factors: ["totp", "recoveryCode"],
            isEmailSent: false,
            expiresAt: "2025-10-17T06:40:14.000Z",
          },
        },
      },
      errors: [401, 403],
    }),
    async (c) => c.json(await readPendingSignIn(c.var.context), 200),
  )
  .post(
    "/",
    endpoint({
      operationId: "finishSignIn",
      summary: "Finishes a sign-in with a code of its second factor",
      description:
        "The code of an authenticator and a recovery code work once, and only the newest e-mail's code is accepted. recoveryCodesLeft is a number after a recovery code was used.",
      isForPendingSignIn: true,
      body: FactorCodeSchema,
      example: { factor: "totp", code: "482916" },
      responses: {
        201: {
          description: "The session has started",
          schema: z.extend(signedIn, { isFirstProof: z.boolean(), recoveryCodesLeft: z.nullable(z.number()) }),
          example: { user: exampleUser, profile: exampleProfile, isFirstProof: false, recoveryCodesLeft: null },
          headers: setsSession,
        },
      },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => c.json(await finishSignIn(c.var.context, c.req.valid("json")), 201),
  )
  .post(
    "/email",
    endpoint({
      operationId: "sendFactorMail",
      summary: "Sends an e-mail with a code for the second factor",
      description: "A new code replaces the one before.",
      isForPendingSignIn: true,
      responses: { 202: { description: "The e-mail is on its way", schema: sent, example: { sent: true } } },
      errors: [401, 403, 409, 413],
    }),
    async (c) => {
      await sendFactorMail(c.var.context);
      return c.json({ sent: true }, 202);
    },
  )
  .delete(
    "/",
    endpoint({
      operationId: "cancelSignIn",
      summary: "Cancels a sign-in that lacks its second factor",
      description: "It succeeds without one as well.",
      isForPendingSignIn: true,
      responses: { 204: NO_CONTENT },
      errors: [403, 413],
    }),
    async (c) => {
      cancelPendingSignIn(c.var.context);
      return c.body(null, 204);
    },
  );
