// The calls below /api/account, with what they take and answer.
import * as z from "zod/mini";
import { AccountSchema, ProfileSchema, SessionSchema, UserSchema } from "../../app/contract/account";
import {
  DeletionSchema,
  NameSchema,
  NewPasswordSchema,
  PasswordSchema,
  PhoneSchema,
  RecoverySchema,
  VerificationSchema,
} from "../../app/contract/account-settings";
import { AddressProofSchema, CodeRequestSchema, CodeSchema, SentCodeSchema } from "../../app/contract/codes";
import { ExportSchema } from "../../app/contract/export";
import { SignInSchema } from "../../app/contract/sign-in";
import { SignUpSchema } from "../../app/contract/sign-up";
import { NOTHING, type Operation, type OperationResponse } from "./operation";

const member = z.object({ user: UserSchema, profile: z.nullable(ProfileSchema) });
const codeSignIn = z.extend(member, { isFirstProof: z.boolean() });
const joined = z.object({
  user: UserSchema,
  profile: ProfileSchema,
  isNewUser: z.boolean(),
  isNewProfile: z.boolean(),
});
const user: OperationResponse = { description: "Changed", schema: z.object({ user: UserSchema }) };
const sent = z.object({ sent: z.literal(true) });

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/account",
    summary: "Who is signed in: the account and its profile. A dead session's cookie is cleared",
    responses: { 200: { description: "Both are null for a guest", schema: AccountSchema } },
    errors: [],
  },
  {
    method: "post",
    path: "/account",
    summary:
      "Signs up, or in where the account exists and the password is right. A file is uploaded before and named here",
    body: SignUpSchema,
    responses: {
      201: { description: "The account was made; the cookie is set", schema: joined },
      200: { description: "The account existed; the cookie is set", schema: joined },
    },
    errors: [400, 401, 403, 409, 410, 413, 415, 422],
  },
  {
    method: "delete",
    path: "/account",
    summary: "Deletes the profile, its files, the account and its sessions",
    isForMembers: true,
    body: DeletionSchema,
    responses: { 204: NOTHING },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "get",
    path: "/account/export",
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
  },
  {
    method: "post",
    path: "/account/verification",
    summary: "Mails a link that proves the address",
    isForMembers: true,
    responses: {
      202: {
        description: "On its way; the next one may be asked for after so many seconds",
        schema: z.extend(sent, { retryAfterSeconds: z.number() }),
      },
    },
    errors: [401, 403, 409],
  },
  {
    method: "put",
    path: "/account/verification",
    summary: "Takes the secret of the mailed link",
    body: VerificationSchema,
    responses: { 200: { description: "The address is proven", schema: z.object({ verified: z.literal(true) }) } },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  {
    method: "post",
    path: "/account/tokens/email",
    summary:
      "Mails a one-time code. For sign-in the answer is the same for an address that is not known; for sign-up any address gets one. The code before it stops working",
    body: CodeRequestSchema,
    responses: { 201: { description: "Taken in", schema: SentCodeSchema } },
    errors: [400, 403, 413, 415, 422],
  },
  {
    method: "put",
    path: "/account/tokens/email",
    summary:
      "Takes a code as the proof of an address, for sign-up. It signs nobody in, and ends the sessions of an account whose address nobody had proven",
    body: CodeSchema,
    responses: {
      200: { description: "The proof, to be sent with the sign-up form as emailProof", schema: AddressProofSchema },
    },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "post",
    path: "/account/recovery",
    summary: "Mails a link to set a new password; the answer is the same for an address that is not known",
    body: RecoverySchema,
    responses: { 202: { description: "Taken in", schema: sent } },
    errors: [400, 403, 413, 415, 422],
  },
  {
    method: "put",
    path: "/account/recovery",
    summary:
      "Takes the secret of the mailed link and sets the password; every session ends, and what was mailed before stops working",
    body: NewPasswordSchema,
    responses: { 200: { description: "Changed", schema: z.object({ changed: z.literal(true) }) } },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "patch",
    path: "/account/name",
    summary: "Changes the name, in account and profile",
    isForMembers: true,
    body: NameSchema,
    responses: { 200: user },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "patch",
    path: "/account/phone",
    summary: "Changes the phone number, in account and profile",
    isForMembers: true,
    body: PhoneSchema,
    responses: { 200: user },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  {
    method: "patch",
    path: "/account/password",
    summary:
      "Changes the password; the other sessions end, and codes and links for a new password that were mailed before stop working",
    isForMembers: true,
    body: PasswordSchema,
    responses: { 200: user },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "post",
    path: "/account/sessions/email",
    summary: "Signs in; this browser's session before it ends",
    body: SignInSchema,
    responses: { 201: { description: "The cookie is set", schema: member } },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "post",
    path: "/account/sessions/token",
    summary:
      "Signs in with a one-time code; this browser's session before it ends. The first proof of an address (isFirstProof) ends all others",
    body: CodeSchema,
    responses: { 201: { description: "The cookie is set", schema: codeSignIn } },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "get",
    path: "/account/sessions",
    summary: "The member's sessions, this browser's marked",
    isForMembers: true,
    responses: { 200: { description: "All of them", schema: z.object({ sessions: z.array(SessionSchema) }) } },
    errors: [401],
  },
  {
    method: "delete",
    path: "/account/sessions",
    summary: "Logs out everywhere. Always succeeds",
    responses: { 204: NOTHING },
    errors: [403],
  },
  {
    method: "delete",
    path: "/account/sessions/{id}",
    summary: "Ends one session",
    isForMembers: true,
    responses: { 204: NOTHING },
    errors: [401, 403, 404],
  },
];
