// /api/account: the account itself, its settings, and the mails that prove or recover it.
import { Hono } from "hono";
import {
  DeletionSchema,
  NameSchema,
  NewPasswordSchema,
  PasswordSchema,
  PhoneSchema,
  RecoverySchema,
  VerificationSchema,
} from "../../app/contract/account-settings";
import { VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import { ProvenSignUpSchema, SignUpSchema } from "../../app/contract/sign-up";
import { getAccount } from "../services/account/account";
import { exportData } from "../services/account/data-export";
import { changeName, changePassword, changePhone, deleteAccount } from "../services/account/settings";
import { sendRecovery, setRecoveredPassword } from "../services/email/recovery";
import { confirmVerification, sendVerification } from "../services/email/verification";
import { signUp } from "../services/sign-in/sign-up";
import { type ApiEnv, type ApiVariables, jsonBody } from "./http";

const signUpBody = jsonBody(SignUpSchema);
const provenSignUpBody = jsonBody(ProvenSignUpSchema);
/** Which of the two is asked for is the deployment's to say. */
const signUpForm: typeof signUpBody = (c, next) => {
  const { context } = c.var as ApiVariables;
  return (context.config.public.emailVerifiedAtSignUp ? signUpBody : provenSignUpBody)(c, next);
};

export const account = new Hono<ApiEnv>()
  .get("/", async (c) => c.json(await getAccount(c.var.context), 200))
  .post("/", signUpForm, async (c) => {
    const result = await signUp(c.var.context, c.req.valid("json"));
    return result.isNewUser ? c.json(result, 201) : c.json(result, 200);
  })
  .delete("/", jsonBody(DeletionSchema), async (c) => {
    await deleteAccount(c.var.context, c.req.valid("json").password);
    return c.body(null, 204);
  })
  .get("/export", async (c) => {
    const data = await exportData(c.var.context, (id) => `${c.var.context.origin}/api/files/${id}/content`);
    c.header("Content-Type", "application/json; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="navarambh-${data.exportedAt.slice(0, 10)}.json"`);
    return c.body(`${JSON.stringify(data, null, 2)}\n`);
  })
  .post("/verification", async (c) => {
    await sendVerification(c.var.context);
    return c.json({ sent: true, retryAfterSeconds: VERIFICATION_COOLDOWN_SECONDS }, 202);
  })
  .put("/verification", jsonBody(VerificationSchema), async (c) => {
    const { userId, secret } = c.req.valid("json");
    await confirmVerification(c.var.context, userId, secret);
    return c.json({ verified: true }, 200);
  })
  .post("/recovery", jsonBody(RecoverySchema), async (c) => {
    await sendRecovery(c.var.context, c.req.valid("json").email);
    return c.json({ sent: true }, 202);
  })
  .put("/recovery", jsonBody(NewPasswordSchema), async (c) => {
    await setRecoveredPassword(c.var.context, c.req.valid("json"));
    return c.json({ changed: true }, 200);
  })
  .patch("/name", jsonBody(NameSchema), async (c) =>
    c.json({ user: await changeName(c.var.context, c.req.valid("json").name) }, 200),
  )
  .patch("/phone", jsonBody(PhoneSchema), async (c) => {
    const { phone, password } = c.req.valid("json");
    return c.json({ user: await changePhone(c.var.context, phone, password) }, 200);
  })
  .patch("/password", jsonBody(PasswordSchema), async (c) => {
    const { password, oldPassword } = c.req.valid("json");
    return c.json({ user: await changePassword(c.var.context, password, oldPassword) }, 200);
  });
