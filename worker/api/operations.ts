// Every call of the API with what it takes and answers, for its description; the schemas are those that validate.
import { z } from "zod";
import { AccountSchema, ProfileFileSchema, ProfileSchema, SessionSchema, UserSchema } from "../../app/contract/account";
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
import { TUS_VERSION } from "../../app/contract/files";
import { ProfilePatchSchema } from "../../app/contract/profile";
import { SignInSchema } from "../../app/contract/sign-in";
import { SignUpSchema } from "../../app/contract/sign-up";

export interface Answer {
  says: string;
  schema?: z.ZodType;
  /** The media type of a body that is no JSON. */
  type?: string;
  /** Names of headers, with what is in them. */
  headers?: Record<string, string>;
}

export interface Operation {
  method: "get" | "head" | "options" | "post" | "put" | "patch" | "delete";
  /** Below /api, with `{name}` for what varies. */
  path: string;
  summary: string;
  /** Answers members alone. */
  isForMembers?: boolean;
  /** Names of headers and query parameters, with what is in them; all of them are needed unless they end in "?". */
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body?: z.ZodType;
  /** The media type of a body that is no JSON. */
  bodyType?: string;
  answers: Record<number, Answer>;
  /** The statuses of errors of its own; those that any call may have stand in `COMMON_ERRORS` of error-meanings.ts. */
  errors: readonly number[];
}

const NOTHING: Answer = { says: "Done" };
const member = z.object({ user: UserSchema, profile: ProfileSchema.nullable() });
const joined = z.object({
  user: UserSchema,
  profile: ProfileSchema,
  isNewUser: z.boolean(),
  isNewProfile: z.boolean(),
});
const user: Answer = { says: "Changed", schema: z.object({ user: UserSchema }) };
const profile = z.object({ profile: ProfileSchema.nullable() });
const sent = z.object({ sent: z.literal(true) });

const TUS = { "Tus-Resumable": TUS_VERSION };
const TICKET = { ticket: "The ticket of the upload, as in the address that its creation answered" };
const UPLOAD_AT = { "Upload-Offset": "How many bytes are stored", "Upload-Expires": "When the upload ends" };
const TUS_OPTIONS: Answer = {
  says: "What is spoken here",
  headers: {
    "Tus-Version": TUS_VERSION,
    "Tus-Extension": "creation,termination,expiration",
    "Tus-Max-Size": "The largest file in bytes",
  },
};
const FILE_TYPE = "application/octet-stream";

export const OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/account",
    summary: "Who is signed in: the account and its profile. A dead session's cookie is cleared",
    answers: { 200: { says: "Both are null for a guest", schema: AccountSchema } },
    errors: [],
  },
  {
    method: "post",
    path: "/account",
    summary:
      "Signs up, or in where the account exists and the password is right. A file is uploaded before and named here",
    body: SignUpSchema,
    answers: {
      201: { says: "The account was made; the cookie is set", schema: joined },
      200: { says: "The account existed; the cookie is set", schema: joined },
    },
    errors: [400, 401, 403, 409, 410, 413, 415, 422],
  },
  {
    method: "delete",
    path: "/account",
    summary: "Deletes the profile, its files, the account and its sessions",
    isForMembers: true,
    body: DeletionSchema,
    answers: { 204: NOTHING },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "get",
    path: "/account/export",
    summary: "Everything that is held about the member, as a file",
    isForMembers: true,
    answers: {
      200: {
        says: "Account, profile, files and sessions",
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
    answers: {
      202: {
        says: "On its way; the next one may be asked for after so many seconds",
        schema: sent.extend({ retryAfterSeconds: z.number() }),
      },
    },
    errors: [401, 403, 409],
  },
  {
    method: "put",
    path: "/account/verification",
    summary: "Takes the secret of the mailed link",
    body: VerificationSchema,
    answers: { 200: { says: "The address is proven", schema: z.object({ verified: z.literal(true) }) } },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  {
    method: "post",
    path: "/account/tokens/email",
    summary:
      "Mails a one-time code. For sign-in the answer is the same for an address that is not known; for sign-up any address gets one",
    body: CodeRequestSchema,
    answers: { 201: { says: "Taken in", schema: SentCodeSchema } },
    errors: [400, 403, 413, 415, 422],
  },
  {
    method: "put",
    path: "/account/tokens/email",
    summary: "Takes a code as the proof of an address, for sign-up. It signs nobody in",
    body: CodeSchema,
    answers: { 200: { says: "The proof, to be sent with the sign-up form as emailProof", schema: AddressProofSchema } },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "post",
    path: "/account/recovery",
    summary: "Mails a link to set a new password; the answer is the same for an address that is not known",
    body: RecoverySchema,
    answers: { 202: { says: "Taken in", schema: sent } },
    errors: [400, 403, 413, 415, 422],
  },
  {
    method: "put",
    path: "/account/recovery",
    summary: "Takes the secret of the mailed link and sets the password; every session ends",
    body: NewPasswordSchema,
    answers: { 200: { says: "Changed", schema: z.object({ changed: z.literal(true) }) } },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "patch",
    path: "/account/name",
    summary: "Changes the name, in account and profile",
    isForMembers: true,
    body: NameSchema,
    answers: { 200: user },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "patch",
    path: "/account/phone",
    summary: "Changes the phone number, in account and profile",
    isForMembers: true,
    body: PhoneSchema,
    answers: { 200: user },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  {
    method: "patch",
    path: "/account/password",
    summary: "Changes the password; the other sessions end",
    isForMembers: true,
    body: PasswordSchema,
    answers: { 200: user },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "post",
    path: "/account/sessions/email",
    summary: "Signs in; this browser's session before it ends",
    body: SignInSchema,
    answers: { 201: { says: "The cookie is set", schema: member } },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "post",
    path: "/account/sessions/token",
    summary: "Signs in with a one-time code; this browser's session before it ends",
    body: CodeSchema,
    answers: { 201: { says: "The cookie is set", schema: member } },
    errors: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "get",
    path: "/account/sessions",
    summary: "The member's sessions, this browser's marked",
    isForMembers: true,
    answers: { 200: { says: "All of them", schema: z.object({ sessions: z.array(SessionSchema) }) } },
    errors: [401],
  },
  {
    method: "delete",
    path: "/account/sessions",
    summary: "Logs out everywhere. Always succeeds",
    answers: { 204: NOTHING },
    errors: [403],
  },
  {
    method: "delete",
    path: "/account/sessions/{id}",
    summary: "Ends one session",
    isForMembers: true,
    answers: { 204: NOTHING },
    errors: [401, 403, 404],
  },
  {
    method: "get",
    path: "/profile",
    summary: "The member's profile",
    isForMembers: true,
    answers: { 200: { says: "Null when there is none yet", schema: profile } },
    errors: [401],
  },
  {
    method: "get",
    path: "/profile/file",
    summary: "What is known of the file that the profile names",
    isForMembers: true,
    answers: {
      200: {
        says: "Null when it names none; a file that is lost has no name and no size",
        schema: z.object({ file: ProfileFileSchema.nullable() }),
      },
    },
    errors: [401],
  },
  {
    method: "patch",
    path: "/profile",
    summary: "Changes fields of the profile; null empties one. A new file comes with its upload's ticket",
    isForMembers: true,
    body: ProfilePatchSchema,
    answers: { 200: { says: "Changed", schema: z.object({ profile: ProfileSchema }) } },
    errors: [400, 401, 403, 409, 410, 413, 415, 422],
  },
  {
    method: "options",
    path: "/files",
    summary: "What the upload protocol, tus 1.0.0, is spoken with here",
    answers: { 204: TUS_OPTIONS },
    errors: [],
  },
  {
    method: "post",
    path: "/files",
    summary: "Starts an upload",
    headers: {
      ...TUS,
      "Upload-Length": "The size of the file in bytes",
      "Upload-Metadata": "filename and kind (resume or portfolio), each in base64",
    },
    answers: {
      201: {
        says: "Started",
        headers: { Location: "The upload's address; its last part is the file's id", "Upload-Expires": "When it ends" },
      },
    },
    errors: [400, 403, 412, 413, 415, 422],
  },
  {
    method: "options",
    path: "/files/{id}",
    summary: "As for /files",
    answers: { 204: TUS_OPTIONS },
    errors: [],
  },
  {
    method: "head",
    path: "/files/{id}",
    summary: "How far an upload has come",
    headers: TUS,
    query: TICKET,
    answers: { 200: { says: "Where it stands", headers: { ...UPLOAD_AT, "Upload-Length": "The size of the file" } } },
    errors: [401, 403, 410, 412],
  },
  {
    method: "patch",
    path: "/files/{id}",
    summary: "Sends bytes: at least 5242880, or the rest of the file",
    headers: { ...TUS, "Upload-Offset": "Where the bytes belong" },
    query: TICKET,
    bodyType: "application/offset+octet-stream",
    answers: { 204: { says: "Stored", headers: UPLOAD_AT } },
    errors: [400, 401, 403, 409, 410, 412, 415, 422],
  },
  {
    method: "delete",
    path: "/files/{id}",
    summary: "Ends an upload and deletes what is stored of it",
    headers: TUS,
    query: TICKET,
    answers: { 204: NOTHING },
    errors: [401, 403, 410, 412],
  },
  {
    method: "get",
    path: "/files/{id}/content",
    summary: "The member's own file, as an attachment",
    isForMembers: true,
    headers: { "Range?": "One range of bytes" },
    answers: {
      200: { says: "The file", type: FILE_TYPE },
      206: { says: "A part of it", type: FILE_TYPE, headers: { "Content-Range": "Which part" } },
    },
    errors: [401, 404, 416],
  },
  {
    method: "get",
    path: "/health",
    summary: "Whether this build runs and its backend answers",
    answers: {
      200: {
        says: "Both do",
        schema: z.object({ status: z.literal("ok"), build: z.string(), backend: z.literal("ok") }),
      },
      503: {
        says: "The backend does not answer",
        schema: z.object({ status: z.literal("degraded"), build: z.string(), backend: z.literal("unreachable") }),
      },
    },
    errors: [],
  },
  {
    method: "get",
    path: "/openapi.json",
    summary: "This description, in OpenAPI 3.1",
    answers: { 200: { says: "The description", schema: z.looseObject({ openapi: z.literal("3.1.1") }) } },
    errors: [],
  },
  {
    method: "get",
    path: "/docs",
    summary: "This description, as a page",
    answers: { 200: { says: "The page", type: "text/html" } },
    errors: [],
  },
];
