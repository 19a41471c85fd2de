// /api/account/sessions: signing in, the list of sessions, and signing out.
import { Hono } from "hono";
import * as z from "zod/mini";
import { SessionSchema } from "../../app/contract/account";
import { CodeSchema } from "../../app/contract/codes";
import { SignInSchema } from "../../app/contract/sign-in";
import { listSessions } from "../services/account/account";
import { signInWithCode } from "../services/email/codes";
import { signIn } from "../services/sign-in/sign-in";
import { endSession, signOut } from "../services/sign-in/sign-out";
import { type ApiEnv, endpoint, NO_CONTENT } from "./endpoint";
import {
  EXAMPLE_ID,
  EXAMPLE_PASSWORD,
  exampleProfile,
  exampleSession,
  exampleUser,
  idParam,
  setsSession,
  signedIn,
} from "./responses";

export const sessions = new Hono<ApiEnv>()
  .post(
    "/email",
    endpoint({
      operationId: "signIn",
      summary: "Signs in with e-mail and password",
      description: "This browser's session before it ends.",
      usesSession: true,
      body: SignInSchema,
      example: { email: "asha.rao@example.org", password: EXAMPLE_PASSWORD },
      responses: {
        201: {
          description: "The session has started",
          schema: signedIn,
          example: { user: exampleUser, profile: exampleProfile },
          headers: setsSession,
        },
      },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => c.json(await signIn(c.var.context, c.req.valid("json")), 201),
  )
  .post(
    "/token",
    endpoint({
      operationId: "signInWithCode",
      summary: "Signs in with a one-time code",
      description:
        "This browser's session before it ends. When the code is the first proof of the address (isFirstProof), all other sessions of the account end.",
      usesSession: true,
      body: CodeSchema,
      example: { userId: "the-userId-of-sendCode", secret: "482916" },
      responses: {
        201: {
          description: "The session has started",
          schema: z.extend(signedIn, { isFirstProof: z.boolean() }),
          example: { user: exampleUser, profile: exampleProfile, isFirstProof: false },
          headers: setsSession,
        },
      },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => c.json(await signInWithCode(c.var.context, c.req.valid("json")), 201),
  )
  .get(
    "/",
    endpoint({
      operationId: "listSessions",
      summary: "Lists the member's sessions",
      isForMembers: true,
      responses: {
        200: {
          description: "All sessions; current is true for the session of this request",
          schema: z.object({ sessions: z.array(SessionSchema) }),
          example: { sessions: [exampleSession] },
        },
      },
      errors: [401, 403],
    }),
    async (c) => c.json({ sessions: await listSessions(c.var.context) }, 200),
  )
  .delete(
    "/",
    endpoint({
      operationId: "signOut",
      summary: "Signs the member out on all devices",
      description: "It succeeds for a guest as well, and while the backend is down.",
      usesSession: true,
      responses: { 204: NO_CONTENT },
      errors: [403, 413],
    }),
    async (c) => {
      await signOut(c.var.context);
      return c.body(null, 204);
    },
  )
  .delete(
    "/:id",
    endpoint({
      operationId: "endSession",
      params: idParam('The id of the session, or "current" for the session of this request', EXAMPLE_ID.session),
      summary: "Ends one of the member's sessions",
      description:
        "To end another session than that of the request, the member must have signed in or had the password checked (confirmPassword) in the last 15 minutes. Otherwise the error is password_required.",
      isForMembers: true,
      responses: { 204: NO_CONTENT },
      errors: [401, 403, 404, 413],
    }),
    async (c) => {
      await endSession(c.var.context, c.req.param("id"));
      return c.body(null, 204);
    },
  );
