// /api/account/second-factor: switching two-step sign-in on and off, and its recovery codes.
import { Hono } from "hono";
import { BRAND } from "../../app/content/brand";
import {
  AuthenticatorSchema,
  EnrolmentSchema,
  RecoveryCodesSchema,
  SecondFactorStateSchema,
} from "../../app/contract/second-factor-responses";
import {
  AuthenticatorCodeSchema,
  EmailCodeSchema,
  EnrolmentMailSchema,
  SecondFactorProofSchema,
} from "../../app/contract/second-factor-settings";
import { renewRecoveryCodes, switchOffSecondFactor } from "../services/second-factor/changes";
import {
  cancelEnrolment,
  confirmEnrolment,
  readEnrolment,
  sendEnrolmentMail,
  startEnrolment,
} from "../services/second-factor/enrolment";
import { getSecondFactorState } from "../services/second-factor/state";
import { type ApiEnv, type EndpointResponse, endpoint, NO_CONTENT } from "./endpoint";
import { EXAMPLE_PASSWORD, sent, setsSession } from "./responses";

const EXAMPLE_CODE = "482 916";
const EXAMPLE_KEY = "the-key-of-the-app";

const newRecoveryCodes: EndpointResponse = {
  description: "The recovery codes. Each works once, and they cannot be read again",
  schema: RecoveryCodesSchema,
  example: {
    recoveryCodes: ["0f3a91c2d7", "5b7e20a4c1", "9d18c6f03e", "c47a5e8b12", "2e60d9f7a8", "71b3c84e5d"],
  },
};

export const secondFactor = new Hono<ApiEnv>()
  .get(
    "/",
    endpoint({
      operationId: "getSecondFactor",
      summary: "Tells whether two-step sign-in is on",
      description: "The number of recovery codes is null while it is off, and when the number is not known.",
      isForMembers: true,
      responses: {
        200: {
          description: "The state",
          schema: SecondFactorStateSchema,
          example: { isOn: true, isEmailVerified: true, recoveryCodesLeft: 6 },
        },
      },
      errors: [401, 403],
    }),
    async (c) => c.json(await getSecondFactorState(c.var.context), 200),
  )
  .delete(
    "/",
    endpoint({
      operationId: "switchOffSecondFactor",
      summary: "Switches two-step sign-in off",
      description:
        "Takes the password, and a code of the authenticator app or a recovery code. It succeeds when it is off already.",
      isForMembers: true,
      body: SecondFactorProofSchema,
      example: { password: EXAMPLE_PASSWORD, code: EXAMPLE_CODE },
      responses: { 204: NO_CONTENT },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => {
      await switchOffSecondFactor(c.var.context, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .get(
    "/enrolment",
    endpoint({
      operationId: "getEnrolment",
      summary: "Tells how far switching two-step sign-in on has come in this browser",
      description:
        "For a page that is loaded again. Only the browser that has begun is told, for a quarter of an hour after the password.",
      isForMembers: true,
      responses: {
        200: { description: "The step", schema: EnrolmentSchema, example: { step: "mailed", uri: null } },
      },
      errors: [401, 403],
    }),
    async (c) => c.json(await readEnrolment(c.var.context), 200),
  )
  .delete(
    "/enrolment",
    endpoint({
      operationId: "cancelEnrolment",
      summary: "Forgets how far switching two-step sign-in on has come",
      isForMembers: true,
      responses: { 204: { ...NO_CONTENT, headers: setsSession } },
      errors: [401, 403, 413],
    }),
    async (c) => {
      await cancelEnrolment(c.var.context);
      return c.body(null, 204);
    },
  )
  .post(
    "/email",
    endpoint({
      operationId: "sendEnrolmentMail",
      summary: "Sends an e-mail with the code that createAuthenticator takes",
      description: "Takes the password and a verified e-mail. A new code replaces the one before.",
      isForMembers: true,
      body: EnrolmentMailSchema,
      example: { password: EXAMPLE_PASSWORD },
      responses: {
        202: {
          description: "The e-mail is on its way",
          schema: sent,
          example: { sent: true },
          headers: setsSession,
        },
      },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => {
      await sendEnrolmentMail(c.var.context, c.req.valid("json").password);
      return c.json({ sent: true }, 202);
    },
  )
  .post(
    "/authenticator",
    endpoint({
      operationId: "createAuthenticator",
      summary: "Makes the secret for an authenticator app",
      description:
        "Takes the code that sendEnrolmentMail has mailed, within a quarter of an hour. It replaces a secret that was not confirmed. It fails with 409 (change_pending, with Retry-After) while another step of it may still be under way, such as for a minute after an answer of the backend was lost. Two-step sign-in is off until confirmAuthenticator gets a code that the app makes with it.",
      isForMembers: true,
      body: EmailCodeSchema,
      example: { code: EXAMPLE_CODE },
      responses: {
        200: {
          description: "The secret, also as the address that a QR code holds (otpauth)",
          schema: AuthenticatorSchema,
          example: {
            secret: EXAMPLE_KEY,
            uri: `otpauth://totp/${BRAND.name}%3Aasha.rao%40example.org?issuer=${BRAND.name}&secret=${EXAMPLE_KEY}`,
          },
        },
      },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => c.json(await startEnrolment(c.var.context, c.req.valid("json").code), 200),
  )
  .put(
    "/authenticator",
    endpoint({
      operationId: "confirmAuthenticator",
      summary: "Switches two-step sign-in on with a code of the app",
      description: "The member's other sessions end.",
      isForMembers: true,
      body: AuthenticatorCodeSchema,
      example: { code: EXAMPLE_CODE },
      responses: { 200: newRecoveryCodes },
      errors: [400, 401, 403, 404, 409, 413, 415, 422],
    }),
    async (c) => c.json({ recoveryCodes: await confirmEnrolment(c.var.context, c.req.valid("json").code) }, 200),
  )
  .post(
    "/recovery-codes",
    endpoint({
      operationId: "createRecoveryCodes",
      summary: "Makes new recovery codes",
      description:
        "Takes the password, and a code of the authenticator app or a recovery code. The old recovery codes stop working.",
      isForMembers: true,
      body: SecondFactorProofSchema,
      example: { password: EXAMPLE_PASSWORD, code: EXAMPLE_CODE },
      responses: { 200: newRecoveryCodes },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => c.json({ recoveryCodes: await renewRecoveryCodes(c.var.context, c.req.valid("json")) }, 200),
  );
