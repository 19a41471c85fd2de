// /api/account/sessions: signing in, the list of sessions, and signing out.
import { Hono } from "hono";
import { CodeSchema } from "../../app/contract/codes";
import { SignInSchema } from "../../app/contract/sign-in";
import { listSessions } from "../services/account/account";
import { signInWithCode } from "../services/email/codes";
import { signIn } from "../services/sign-in/sign-in";
import { endSession, signOut } from "../services/sign-in/sign-out";
import { type ApiEnv, jsonBody } from "./http";

export const sessions = new Hono<ApiEnv>()
  .post("/email", jsonBody(SignInSchema), async (c) => c.json(await signIn(c.var.context, c.req.valid("json")), 201))
  .post("/token", jsonBody(CodeSchema), async (c) =>
    c.json(await signInWithCode(c.var.context, c.req.valid("json")), 201),
  )
  .get("/", async (c) => c.json({ sessions: await listSessions(c.var.context) }, 200))
  .delete("/", async (c) => {
    await signOut(c.var.context);
    return c.body(null, 204);
  })
  .delete("/:id", async (c) => {
    await endSession(c.var.context, c.req.param("id"));
    return c.body(null, 204);
  });
