// Every call of the API with what it takes and answers, for its description; the schemas are those that validate.
import * as z from "zod/mini";
import { ProfileFileSchema, ProfileSchema } from "../../app/contract/account";
import { TUS_VERSION } from "../../app/contract/files";
import { ProfilePatchSchema } from "../../app/contract/profile";
import { ACCOUNT_OPERATIONS } from "./account-operations";
import { NOTHING, type Operation, type OperationResponse } from "./operation";

const profile = z.object({ profile: z.nullable(ProfileSchema) });

const TUS = { "Tus-Resumable": TUS_VERSION };
const TICKET = { ticket: "The ticket of the upload, as in the address that its creation answered" };
const UPLOAD_AT = { "Upload-Offset": "How many bytes are stored", "Upload-Expires": "When the upload ends" };
const TUS_OPTIONS: OperationResponse = {
  description: "What is spoken here",
  headers: {
    "Tus-Version": TUS_VERSION,
    "Tus-Extension": "creation,termination,expiration",
    "Tus-Max-Size": "The largest file in bytes",
  },
};
const FILE_TYPE = "application/octet-stream";

export const OPERATIONS: readonly Operation[] = [
  ...ACCOUNT_OPERATIONS,
  {
    method: "get",
    path: "/profile",
    summary: "The member's profile",
    isForMembers: true,
    responses: { 200: { description: "Null when there is none yet", schema: profile } },
    errors: [401],
  },
  {
    method: "get",
    path: "/profile/file",
    summary: "What is known of the file that the profile names",
    isForMembers: true,
    responses: {
      200: {
        description: "Null when it names none; a file that is lost has no name and no size",
        schema: z.object({ file: z.nullable(ProfileFileSchema) }),
      },
    },
    errors: [401],
  },
  {
    method: "patch",
    path: "/profile",
    summary:
      "Changes fields of the profile; null empties one. A new file comes with its upload's ticket; 409 when another file would leave the profile than the one expected",
    isForMembers: true,
    body: ProfilePatchSchema,
    responses: { 200: { description: "Changed", schema: z.object({ profile: ProfileSchema }) } },
    errors: [400, 401, 403, 409, 410, 413, 415, 422],
  },
  {
    method: "options",
    path: "/files",
    summary: "What the upload protocol, tus 1.0.0, is spoken with here",
    responses: { 204: TUS_OPTIONS },
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
    responses: {
      201: {
        description: "Started",
        headers: { Location: "The upload's address; its last part is the file's id", "Upload-Expires": "When it ends" },
      },
    },
    errors: [400, 403, 412, 413, 415, 422],
  },
  {
    method: "options",
    path: "/files/{id}",
    summary: "As for /files",
    responses: { 204: TUS_OPTIONS },
    errors: [],
  },
  {
    method: "head",
    path: "/files/{id}",
    summary: "How far an upload has come",
    headers: TUS,
    query: TICKET,
    responses: {
      200: { description: "Where it stands", headers: { ...UPLOAD_AT, "Upload-Length": "The size of the file" } },
    },
    errors: [401, 403, 410, 412],
  },
  {
    method: "patch",
    path: "/files/{id}",
    summary: "Sends bytes: at least 5242880, or the rest of the file",
    headers: { ...TUS, "Upload-Offset": "Where the bytes belong" },
    query: TICKET,
    bodyType: "application/offset+octet-stream",
    responses: { 204: { description: "Stored", headers: UPLOAD_AT } },
    errors: [400, 401, 403, 409, 410, 412, 415, 422],
  },
  {
    method: "delete",
    path: "/files/{id}",
    summary: "Ends an upload and deletes what is stored of it",
    headers: TUS,
    query: TICKET,
    responses: { 204: NOTHING },
    errors: [401, 403, 410, 412],
  },
  {
    method: "get",
    path: "/files/{id}/content",
    summary: "The member's own file, as an attachment",
    isForMembers: true,
    headers: { "Range?": "One range of bytes" },
    responses: {
      200: { description: "The file", type: FILE_TYPE },
      206: { description: "A part of it", type: FILE_TYPE, headers: { "Content-Range": "Which part" } },
    },
    errors: [401, 404, 416],
  },
  {
    method: "get",
    path: "/health",
    summary: "Whether this build runs and its backend answers",
    responses: {
      200: {
        description: "Both do",
        schema: z.object({ status: z.literal("ok"), build: z.string(), backend: z.literal("ok") }),
      },
      503: {
        description: "The backend does not answer",
        schema: z.object({ status: z.literal("degraded"), build: z.string(), backend: z.literal("unreachable") }),
      },
    },
    errors: [],
  },
  {
    method: "get",
    path: "/openapi.json",
    summary: "This description, in OpenAPI 3.1",
    responses: { 200: { description: "The description", schema: z.looseObject({ openapi: z.literal("3.1.1") }) } },
    errors: [],
  },
  {
    method: "get",
    path: "/docs",
    summary: "This description, as a page",
    responses: { 200: { description: "The page", type: "text/html" } },
    errors: [],
  },
];
