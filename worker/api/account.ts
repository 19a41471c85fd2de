// /api/account: the account itself, its settings, and the mails that prove or recover it.
import { Hono } from "hono";
import * as z from "zod/mini";
import { AccountSchema } from "../../app/contract/account";
import {
  DeletionSchema,
  NameSchema,
  NewPasswordSchema,
  PasswordSchema,
  PhoneSchema,
  RecoverySchema,
  VerificationSchema,
} from "../../app/contract/account-settings";
import { ExportSchema } from "../../app/contract/export";
import { VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import { ProvenSignUpSchema, SignUpSchema } from "../../app/contract/sign-up";
import { getAccount } from "../services/account/account";
import { exportData } from "../services/account/data-export";
import { changeName, changePassword, changePhone, deleteAccount } from "../services/account/settings";
import { sendRecovery, setRecoveredPassword } from "../services/email/recovery";
import { confirmVerification, sendVerification } from "../services/email/verification";
import { signUp } from "../services/sign-in/sign-up";
import { type ApiEnv, endpoint, NO_CONTENT } from "./endpoint";
import { changedUser, joined, sent } from "./responses";

export const account = new Hono<ApiEnv>()
  .get(
    "/",
    endpoint({
      summary: "Who is signed in: the account and its profile. A dead session's cookie is cleared",
      responses: { 200: { description: "Both are null for a guest", schema: AccountSchema } },
      errors: [],
    }),
    async (c) => c.json(await getAccount(c.var.context), 200),
  )
  .post(
    "/",
    endpoint({
      chooseBody: ({ config }) => (config.public.emailVerifiedAtSignUp ? SignUpSchema : ProvenSignUpSchema),
      summary:
        "Signs up, or in where the account exists and the password is right. A file is uploaded before and named here",
      body: SignUpSchema,
      responses: {
        201: { description: "The account was made; the cookie is set", schema: joined },
        200: { description: "The account existed; the cookie is set", schema: joined },
      },
      errors: [400, 401, 403, 409, 410, 413, 415, 422],
    }),
    async (c) => {
      const result = await signUp(c.var.context, c.req.valid("json"));
      return result.isNewUser ? c.json(result, 201) : c.json(result, 200);
    },
  )
  .delete(
    "/",
    endpoint({
      summary: "Deletes the profile, its files, the account and its sessions",
      isForMembers: true,
      body: DeletionSchema,
      responses: { 204: NO_CONTENT },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => {
      await deleteAccount(c.var.context, c.req.valid("json").password);
      return c.body(null, 204);
    },
  )
  .get(
    "/export",
    endpoint({
      summary: "Everything that is held about the member, as a file",
      isForMembers: true,
      responses: {
        200: {
          description: "Account, profile, files and sessions",
          schema: ExportSchema,
          headers: { "Content-Disposition": "An attachment, with the day in its name" },
        },
      },
      errors: [401],
    }),
    async (c) => {
      const data = await exportData(c.var.context, (id) => `${c.var.context.origin}/api/files/${id}/content`);
      c.header("Content-Type", "application/json; charset=utf-8");
      c.header("Content-Disposition", `attachment; filename="navarambh-${data.exportedAt.slice(0, 10)}.json"`);
      return c.body(`${JSON.stringify(data, null, 2)}\n`);
    },
  )
  .post(
    "/verification",
    endpoint({
      summary: "Mails a link that proves the address",
      isForMembers: true,
      responses: {
        202: {
          description: "On its way; the next one may be asked for after so many seconds",
          schema: z.extend(sent, { retryAfterSeconds: z.number() }),
        },
      },
      errors: [401, 403, 409],
    }),
    async (c) => {
      await sendVerification(c.var.context);
      return c.json({ sent: true, retryAfterSeconds: VERIFICATION_COOLDOWN_SECONDS }, 202);
    },
  )
  .put(
    "/verification",
    endpoint({
      summary: "Takes the secret of the mailed link",
      body: VerificationSchema,
      responses: { 200: { description: "The address is proven", schema: z.object({ verified: z.literal(true) }) } },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => {
      const { userId, secret } = c.req.valid("json");
      await confirmVerification(c.var.context, userId, secret);
      return c.json({ verified: true }, 200);
    },
  )
  .post(
    "/recovery",
    endpoint({
      summary: "Mails a link to set a new password; the answer is the same for an address that is not known",
      body: RecoverySchema,
      responses: { 202: { description: "Taken in", schema: sent } },
      errors: [400, 403, 413, 415, 422],
    }),
    async (c) => {
      await sendRecovery(c.var.context, c.req.valid("json").email);
      return c.json({ sent: true }, 202);
    },
  )
  .put(
    "/recovery",
    endpoint({
      summary:
        "Takes the secret of the mailed link and sets the password; every session ends, and what was mailed before stops working",
      body: NewPasswordSchema,
      responses: { 200: { description: "Changed", schema: z.object({ changed: z.literal(true) }) } },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => {
      await setRecoveredPassword(c.var.context, c.req.valid("json"));
      return c.json({ changed: true }, 200);
    },
  )
  .patch(
    "/name",
    endpoint({
      summary: "Changes the name, in account and profile",
      isForMembers: true,
      body: NameSchema,
      responses: { 200: changedUser },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => c.json({ user: await changeName(c.var.context, c.req.valid("json").name) }, 200),
  )
  .patch(
    "/phone",
    endpoint({
      summary: "Changes the phone number, in account and profile",
      isForMembers: true,
      body: PhoneSchema,
      responses: { 200: changedUser },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => {
      const { phone, password } = c.req.valid("json");
      return c.json({ user: await changePhone(c.var.context, phone, password) }, 200);
    },
  )
  .patch(
    "/password",
    endpoint({
      summary:
        "Changes the password; the other sessions end, and codes and links for a new password that were mailed before stop working",
      isForMembers: true,
      body: PasswordSchema,
      responses: { 200: changedUser },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => {
      const { password, oldPassword } = c.req.valid("json");
      return c.json({ user: await changePassword(c.var.context, password, oldPassword) }, 200);
    },
  );
