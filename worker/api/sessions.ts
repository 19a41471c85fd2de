// /api/account/sessions: signing in, the list of sessions, and signing out.
import { Hono } from "hono";
import { SignInSchema } from "../../app/contract/sign-in";
import { SIGN_IN_EMPTY, signInProblems } from "../../app/contract/sign-in-rules";
import { listSessions } from "../services/account";
import { ServiceError } from "../services/errors";
import { signIn } from "../services/sign-in";
import { endSession, signOut } from "../services/sign-out";
import { type ApiEnv, jsonBody } from "./http";

export const sessions = new Hono<ApiEnv>()
  .post("/email", jsonBody(SignInSchema), async (c) => {
    const values = c.req.valid("json");
    const fields = signInProblems(values);
    if (Object.keys(fields).length > 0) throw new ServiceError("validation_failed", SIGN_IN_EMPTY, { fields });
    return c.json(await signIn(c.var.scope, values), 201);
  })
  .get("/", async (c) => c.json({ sessions: await listSessions(c.var.scope) }, 200))
  .delete("/", async (c) => {
    await signOut(c.var.scope);
    return c.body(null, 204);
  })
  .delete("/:id", async (c) => {
    await endSession(c.var.scope, c.req.param("id"));
    return c.body(null, 204);
  });
