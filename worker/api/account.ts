// /api/account: the account itself, its settings, and the mails that prove or recover it.
import { Hono } from "hono";
import * as z from "zod/mini";
import { AccountSchema } from "../../app/contract/account";
import {
  DeletionSchema,
  NameSchema,
  OwnPasswordSchema,
  PasswordSchema,
  PhoneSchema,
  RecoverySchema,
} from "../../app/contract/account-settings";
import { ExportSchema } from "../../app/contract/export";
import { VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import { MailedLinkSchema, NewPasswordSchema, RecoveryLinkSchema } from "../../app/contract/mailed-links";
import { ProvenSignUpSchema, SignUpSchema } from "../../app/contract/sign-up";
import { getAccountOrGuest } from "../services/account/account";
import { exportData } from "../services/account/data-export";
import { confirmPassword } from "../services/account/require-password";
import { changeName, changePassword, changePhone, deleteAccount } from "../services/account/settings";
import { recoveryLinkState, sendRecovery, setRecoveredPassword } from "../services/email/recovery";
import { confirmVerification, sendVerification } from "../services/email/verification";
import { signUp } from "../services/sign-in/sign-up";
import { type ApiEnv, endpoint, NO_CONTENT } from "./endpoint";
import {
  changedUser,
  EXAMPLE_ID,
  EXAMPLE_PASSWORD,
  EXAMPLE_SECRET,
  exampleProfile,
  exampleSession,
  exampleUser,
  joined,
  sent,
  setsSession,
} from "./responses";

const pendingChange = (what: string) =>
  `It fails with 409 (change_pending, with Retry-After) while another change of the ${what} may still be under way. Send it again then.`;

export const account = new Hono<ApiEnv>()
  .get(
    "/",
    endpoint({
      operationId: "getAccount",
      summary: "Gets the account and the profile of the signed-in member",
      description: "The cookie of a session that has ended is cleared.",
      usesSession: true,
      responses: {
        200: {
          description: "Account and profile; both are null for a guest",
          schema: AccountSchema,
          example: { user: exampleUser, profile: exampleProfile },
        },
      },
      errors: [403],
    }),
    async (c) => c.json(await getAccountOrGuest(c.var.context), 200),
  )
  .post(
    "/",
    endpoint({
      chooseBody: ({ config }) => (config.public.requiresEmailProof ? ProvenSignUpSchema : SignUpSchema),
      operationId: "signUp",
      summary: "Signs up a new member",
      description:
        "Signs in instead when the account exists and the password is correct. A file is uploaded before: its id is sent here as resumeId (students) or portfolioId (all others), its ticket as uploadTicket. Where a deployment requires the proof of an e-mail, emailProof is the proof that proveAddress returned. This browser's session before it ends. An existing profile is left as it is, but for a file that it lacks. isProfileAsSent tells whether it has all that was sent, with the file (or one with the same name and content) or without one: such as when the form was sent before and its answer was lost. It fails with 409 (change_pending, with Retry-After) while another change of the member's name, password or profile may still be under way.",
      usesSession: true,
      body: SignUpSchema,
      example: {
        role: "Student",
        name: "Asha Rao",
        email: "asha.rao@example.org",
        phone: "98200 00000",
        location: "Pune",
        dob: "2004-03-21",
        educationLevel: "Undergraduate",
        subLevel: "B.Tech",
        majorField: "Computer Science",
        college: "Sahyadri College",
        password: EXAMPLE_PASSWORD,
        confirmPassword: EXAMPLE_PASSWORD,
        agree: true,
      },
      responses: {
        201: {
          description: "The account was created",
          schema: joined,
          example: {
            user: { ...exampleUser, emailVerified: false },
            profile: { ...exampleProfile, resumeId: null },
            isNewUser: true,
            isNewProfile: true,
            isProfileAsSent: true,
          },
          headers: setsSession,
        },
        200: {
          description: "The account existed, and the member is signed in",
          schema: joined,
          example: {
            user: exampleUser,
            profile: exampleProfile,
            isNewUser: false,
            isNewProfile: false,
            isProfileAsSent: true,
          },
          headers: setsSession,
        },
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
      operationId: "deleteAccount",
      summary: "Deletes the account with its profile, files and sessions",
      description:
        "While two-step sign-in is on, code is needed too: one of the authenticator app, or a recovery code.",
      isForMembers: true,
      body: DeletionSchema,
      example: { password: EXAMPLE_PASSWORD },
      responses: { 204: NO_CONTENT },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => {
      await deleteAccount(c.var.context, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .get(
    "/export",
    endpoint({
      operationId: "exportAccount",
      summary: "Downloads everything that is stored about the member",
      isForMembers: true,
      responses: {
        200: {
          description: "Account, profile, files and sessions",
          schema: ExportSchema,
          example: {
            exportedAt: "2025-10-17T09:05:00.000Z",
            account: {
              ...exampleUser,
              lastSeenAt: "2025-10-17T06:30:14.000+00:00",
              passwordChangedAt: "2025-10-17T06:30:12.000+00:00",
              phoneVerified: false,
              secondFactor: { isOn: true, hasAuthenticator: true, hasRecoveryCodes: true },
              labels: [],
              preferences: {},
            },
            profile: {
              ...exampleProfile,
              createdAt: "2025-10-17T06:30:15.000+00:00",
              updatedAt: "2025-10-17T06:30:15.000+00:00",
            },
            olderProfiles: [],
            files: [
              {
                id: EXAMPLE_ID.file,
                kind: "resume",
                name: "asha-rao.pdf",
                size: 84_210,
                type: "application/pdf",
                uploadedAt: "2025-10-17T06:30:07.000+00:00",
                download: `https://www.example.org/api/files/${EXAMPLE_ID.file}/content`,
              },
            ],
            sessions: [exampleSession],
          },
          headers: {
            "Content-Disposition": {
              description: "An attachment; the date is part of its name",
              example: 'attachment; filename="export-2025-10-17.json"',
            },
          },
        },
      },
      errors: [401, 403],
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
      operationId: "sendVerification",
      summary: "Sends the member an e-mail with a link that verifies their address",
      isForMembers: true,
      responses: {
        202: {
          description: "The e-mail is on its way; another one can be requested after retryAfterSeconds",
          schema: z.extend(sent, { retryAfterSeconds: z.number() }),
          example: { sent: true, retryAfterSeconds: VERIFICATION_COOLDOWN_SECONDS },
        },
      },
      errors: [401, 403, 409, 413],
    }),
    async (c) => {
      await sendVerification(c.var.context);
      return c.json({ sent: true, retryAfterSeconds: VERIFICATION_COOLDOWN_SECONDS }, 202);
    },
  )
  .put(
    "/verification",
    endpoint({
      operationId: "confirmVerification",
      summary: "Verifies an address with the values of the link",
      body: MailedLinkSchema,
      example: { userId: EXAMPLE_ID.user, secret: EXAMPLE_SECRET },
      responses: {
        200: {
          description: "The address is verified",
          schema: z.object({ verified: z.literal(true) }),
          example: { verified: true },
        },
      },
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
      operationId: "sendRecovery",
      summary: "Sends an e-mail with a link to set a new password",
      description: "The response is the same for an unknown address.",
      body: RecoverySchema,
      example: { email: "asha.rao@example.org" },
      responses: { 202: { description: "The request is accepted", schema: sent, example: { sent: true } } },
      errors: [400, 403, 413, 415, 422],
    }),
    async (c) => {
      await sendRecovery(c.var.context, c.req.valid("json").email);
      return c.json({ sent: true }, 202);
    },
  )
  .post(
    "/recovery/link",
    endpoint({
      operationId: "readRecoveryLink",
      summary: "Tells whether a link to set a new password was used or revoked",
      description:
        "Before somebody types a password. It uses up nothing, and does not ask the backend: a link that was never sent, or has expired, is open as well.",
      body: MailedLinkSchema,
      example: { userId: EXAMPLE_ID.user, secret: EXAMPLE_SECRET },
      responses: { 200: { description: "The state", schema: RecoveryLinkSchema, example: { state: "used" } } },
      errors: [400, 403, 413, 415, 422],
    }),
    async (c) => c.json({ state: await recoveryLinkState(c.var.context, c.req.valid("json")) }, 200),
  )
  .put(
    "/recovery",
    endpoint({
      operationId: "recoverPassword",
      summary: "Sets a new password with the values of the link",
      description: `All sessions of the account end. Recovery links and codes that were sent before stop working. ${pendingChange("password")}`,
      body: NewPasswordSchema,
      example: { userId: EXAMPLE_ID.user, secret: EXAMPLE_SECRET, password: EXAMPLE_PASSWORD },
      responses: {
        200: {
          description: "The password is changed",
          schema: z.object({ changed: z.literal(true) }),
          example: { changed: true },
        },
      },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => {
      await setRecoveredPassword(c.var.context, c.req.valid("json"));
      return c.json({ changed: true }, 200);
    },
  )
  .patch(
    "/name",
    endpoint({
      operationId: "changeName",
      summary: "Changes the name in account and profile",
      description: pendingChange("name"),
      isForMembers: true,
      body: NameSchema,
      example: { name: "Asha Rao" },
      responses: { 200: changedUser },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => c.json({ user: await changeName(c.var.context, c.req.valid("json").name) }, 200),
  )
  .patch(
    "/phone",
    endpoint({
      operationId: "changePhone",
      summary: "Changes the phone number in account and profile",
      description: pendingChange("phone number"),
      isForMembers: true,
      body: PhoneSchema,
      example: { phone: "98200 00000", password: EXAMPLE_PASSWORD },
      responses: { 200: changedUser },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => {
      const { phone, password } = c.req.valid("json");
      return c.json({ user: await changePhone(c.var.context, phone, password) }, 200);
    },
  )
  .post(
    "/password",
    endpoint({
      operationId: "confirmPassword",
      summary: "Checks the password before a call that answers password_required",
      description: "Such calls succeed for 15 minutes then.",
      isForMembers: true,
      body: OwnPasswordSchema,
      example: { password: EXAMPLE_PASSWORD },
      responses: { 204: { ...NO_CONTENT, headers: setsSession } },
      errors: [400, 401, 403, 413, 415, 422],
    }),
    async (c) => {
      await confirmPassword(c.var.context, c.req.valid("json").password);
      return c.body(null, 204);
    },
  )
  .patch(
    "/password",
    endpoint({
      operationId: "changePassword",
      summary: "Changes the password",
      description: `The member's other sessions end. One-time codes and recovery links that were sent before stop working. ${pendingChange("password")}`,
      isForMembers: true,
      body: PasswordSchema,
      example: { password: "four-mango-trees", oldPassword: EXAMPLE_PASSWORD },
      responses: { 200: changedUser },
      errors: [400, 401, 403, 409, 413, 415, 422],
    }),
    async (c) => {
      const { password, oldPassword } = c.req.valid("json");
      return c.json({ user: await changePassword(c.var.context, password, oldPassword) }, 200);
    },
  );
