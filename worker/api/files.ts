// /api/files: uploads by the tus protocol 1.0.0 (creation, termination, expiration), and the member's own file back.
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { TUS_VERSION } from "../../app/contract/files";
import { setResponseHeader } from "../http/response-header";
import { ServiceError } from "../services/errors";
import { type Download, downloadFile } from "../services/files/download";
import { openTicket, TICKET_INVALID, type Ticket } from "../services/files/tickets";
import { createUpload, receiveUpload, terminateUpload, uploadOffset } from "../services/files/uploads";
import { type ApiEnv, type EndpointResponse, endpoint, NO_CONTENT } from "./endpoint";
import { idParam } from "./responses";
import { byteCount, uploadMetadata, wholeNumber } from "./tus";

type FileContext = Context<ApiEnv>;

/** Speaking another version is an error of its own, which the middleware below knows. */
const tusVersion = { "Tus-Resumable": z.string().check(z.describe(TUS_VERSION)) };
const uploadState = { "Upload-Offset": "How many bytes are stored", "Upload-Expires": "When the upload ends" };
const params = idParam("The id of the file");
const tusOptions: EndpointResponse = {
  description: "What is spoken here",
  headers: {
    "Tus-Version": TUS_VERSION,
    "Tus-Extension": "creation,termination,expiration",
    "Tus-Max-Size": "The largest file in bytes",
  },
};
const CONTENT_TYPE = "application/octet-stream";
const UPLOAD_METHODS = ["OPTIONS", "HEAD", "PATCH", "DELETE"] as const;

/** What every call about one upload takes: its ticket. */
const uploadCall = {
  params,
  query: z.object({
    ticket: z
      .string({ error: TICKET_INVALID })
      .check(z.describe("The ticket of the upload, as in the address that its creation answered")),
  }),
  queryError: "upload_ticket_invalid",
} as const;

export const files = new Hono<ApiEnv>()
  .get(
    "/:id/content",
    endpoint({
      summary: "The member's own file, as an attachment",
      isForMembers: true,
      params,
      headers: z.object({ Range: z.optional(z.string().check(z.describe("One range of bytes"))) }),
      responses: {
        200: { description: "The file", type: CONTENT_TYPE },
        206: { description: "A part of it", type: CONTENT_TYPE, headers: { "Content-Range": "Which part" } },
      },
      errors: [401, 404, 416],
    }),
    async (c) => attachment(await downloadFile(c.var.context, c.req.param("id"), c.req.valid("header").Range ?? null)),
  )
  .use(async (c, next) => {
    await next();
    setResponseHeader(c, "Tus-Resumable", TUS_VERSION);
    // 412 is the answer to another version, and says which one is spoken here.
    if (c.res.status === 412) setResponseHeader(c, "Tus-Version", TUS_VERSION);
  })
  .options(
    "/",
    endpoint({
      summary: "What the upload protocol, tus 1.0.0, is spoken with here",
      responses: { 204: tusOptions },
      errors: [],
    }),
    (c) => options(c),
  )
  .options("/:id", endpoint({ summary: "As for /files", params, responses: { 204: tusOptions }, errors: [] }), (c) =>
    options(c),
  )
  .use(async (c, next) => {
    const isUploadCall = c.req.method !== "GET" || c.req.raw.method === "HEAD";
    if (isUploadCall && c.req.header("Tus-Resumable") !== TUS_VERSION) {
      throw new ServiceError("upload_version_unsupported", `Speak tus ${TUS_VERSION} (Tus-Resumable)`);
    }
    await next();
  })
  .post(
    "/",
    endpoint({
      summary: "Starts an upload",
      headers: z.object({
        ...tusVersion,
        "Upload-Length": byteCount("Upload-Length must say how many bytes follow", "The size of the file in bytes"),
        "Upload-Metadata": uploadMetadata,
      }),
      headerError: "upload_metadata_invalid",
      responses: {
        201: {
          description: "Started",
          headers: {
            Location: "The upload's address; its last part is the file's id",
            "Upload-Expires": "When it ends",
          },
        },
      },
      errors: [400, 403, 412, 413, 415, 422],
    }),
    async (c) => {
      const { "Upload-Length": size, "Upload-Metadata": metadata } = c.req.valid("header");
      const { ticket, sealed } = await createUpload(c.var.context, { ...metadata, size });
      c.header("Location", `/api/files/${ticket.fileId}?ticket=${sealed}`);
      c.header("Upload-Expires", expires(ticket));
      return c.body(null, 201);
    },
  )
  // Hono hands HEAD to the GET handler; an upload itself has no GET, its file is at /content.
  .get(
    "/:id",
    async (c, next) => {
      if (c.req.raw.method !== "HEAD") {
        throw new ServiceError("method_not_allowed", `This address answers ${UPLOAD_METHODS.join(", ")}`, {
          allowed: UPLOAD_METHODS,
        });
      }
      await next();
    },
    endpoint({
      summary: "How far an upload has come",
      ...uploadCall,
      headers: z.object(tusVersion),
      responses: {
        200: { description: "Where it stands", headers: { ...uploadState, "Upload-Length": "The size of the file" } },
      },
      errors: [401, 403, 410, 412],
    }),
    async (c) => {
      const ticket = await ticketOf(c);
      c.header("Upload-Offset", String(await uploadOffset(c.var.context, ticket)));
      c.header("Upload-Length", String(ticket.size));
      c.header("Upload-Expires", expires(ticket));
      return c.body(null, 200);
    },
  )
  .patch(
    "/:id",
    endpoint({
      summary: "Sends bytes: at least 5242880, or the rest of the file",
      ...uploadCall,
      headers: z.object({
        ...tusVersion,
        "Upload-Offset": byteCount("Upload-Offset must be a number of bytes", "Where the bytes belong"),
      }),
      headerError: "upload_metadata_invalid",
      bodyType: "application/offset+octet-stream",
      responses: { 204: { description: "Stored", headers: uploadState } },
      errors: [400, 401, 403, 409, 410, 412, 415, 422],
    }),
    async (c) => {
      const { "Upload-Offset": offset } = c.req.valid("header");
      const ticket = await ticketOf(c);
      const body = c.req.raw.body ?? new Response(new Uint8Array()).body;
      if (!body) throw new ServiceError("body_unreadable", "There is no body");
      const length = wholeNumber(c.req.header("Content-Length"));
      c.header("Upload-Offset", String(await receiveUpload(c.var.context, ticket, { offset, body, length })));
      c.header("Upload-Expires", expires(ticket));
      return c.body(null, 204);
    },
  )
  .delete(
    "/:id",
    endpoint({
      summary: "Ends an upload and deletes what is stored of it",
      ...uploadCall,
      headers: z.object(tusVersion),
      responses: { 204: NO_CONTENT },
      errors: [401, 403, 410, 412],
    }),
    async (c) => {
      await terminateUpload(c.var.context, await ticketOf(c));
      return c.body(null, 204);
    },
  );

function options(c: FileContext): Response {
  c.header("Tus-Version", TUS_VERSION);
  c.header("Tus-Extension", "creation,termination,expiration");
  c.header("Tus-Max-Size", String(c.var.context.config.public.fileMaxBytes));
  return c.body(null, 204);
}

/** A file to be saved under its own name, never shown (RFC 6266). */
function attachment({ body, name, isPart, length, range }: Download): Response {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const headers = new Headers({
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    "Accept-Ranges": "bytes",
    "Cache-Control": "no-store",
  });
  if (length) headers.set("Content-Length", length);
  if (range) headers.set("Content-Range", range);
  return new Response(body, { status: isPart ? 206 : 200, headers });
}

function ticketOf(c: FileContext): Promise<Ticket> {
  return openTicket(c.var.context.config.keyring, c.req.query("ticket"), c.req.param("id") ?? "");
}

/** RFC 9110's date, as tus's expiration extension wants it. */
function expires(ticket: Ticket): string {
  return new Date(ticket.expiresAt).toUTCString();
}
