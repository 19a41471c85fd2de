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
import { idParam, signedIn } from "./responses";

export const sessions = new Hono<ApiEnv>()
  .post(
    "/email",
    endpoint({
      summary: "Signs in; this browser's session before it ends",
      body: SignInSchema,
      responses: { 201: { description: "The cookie is set", schema: signedIn } },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => c.json(await signIn(c.var.context, c.req.valid("json")), 201),
  )
  .post(
    "/token",
    endpoint({
      summary:
        "Signs in with a one-time code; this browser's session before it ends. The first proof of an address (isFirstProof) ends all others",
      body: CodeSchema,
      responses: {
        201: { description: "The cookie is set", schema: z.extend(signedIn, { isFirstProof: z.boolean() }) },
      },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => c.json(await signInWithCode(c.var.context, c.req.valid("json")), 201),
  )
  .get(
    "/",
    endpoint({
      summary: "The member's sessions, this browser's marked",
      isForMembers: true,
      responses: { 200: { description: "All of them", schema: z.object({ sessions: z.array(SessionSchema) }) } },
      errors: [401],
    }),
    async (c) => c.json({ sessions: await listSessions(c.var.context) }, 200),
  )
  .delete(
    "/",
    endpoint({
      summary: "Logs out everywhere. Always succeeds",
      responses: { 204: NO_CONTENT },
      errors: [403],
    }),
    async (c) => {
      await signOut(c.var.context);
      return c.body(null, 204);
    },
  )
  .delete(
    "/:id",
    endpoint({
      params: idParam("The id of the session"),
      summary: "Ends one session",
      isForMembers: true,
      responses: { 204: NO_CONTENT },
      errors: [401, 403, 404],
    }),
    async (c) => {
      await endSession(c.var.context, c.req.param("id"));
      return c.body(null, 204);
    },
  );
