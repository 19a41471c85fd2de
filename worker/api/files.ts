// /api/files: uploads by the tus protocol 1.0.0 (creation, creation-with-upload, termination, expiration), and the member's own file back.
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { TUS_VERSION } from "../../app/contract/files";
import { CHUNK_BYTES, FILE_MAX_BYTES } from "../../app/contract/limits";
import type { RequestContext } from "../context";
import { ServiceError } from "../errors";
import { pacedBody } from "../http/paced-body";
import { setResponseHeader } from "../http/response-header";
import { createUploadWithBytes } from "../services/files/creation-with-upload";
import { type Download, downloadFile } from "../services/files/download";
import { type IncomingBytes, receiveUpload } from "../services/files/receive-bytes";
import { expiryOf, openTicket, TICKET_INVALID, type Ticket } from "../services/files/tickets";
import { createUpload, stateBeforePart, terminateUpload, uploadState } from "../services/files/uploads";
import { type ApiEnv, type EndpointResponse, endpoint, NO_CONTENT, type ResponseHeader } from "./endpoint";
import { EXAMPLE_ID, EXAMPLE_TICKET, idParam } from "./responses";
import { byteCount, formatUploadMetadata, requireSupportedMode, uploadMetadata, wholeNumber } from "./tus";

type FileContext = Context<ApiEnv>;

const TUS_EXTENSIONS = "creation,creation-with-upload,termination,expiration";
const UPLOAD_TYPE = "application/offset+octet-stream";
/** Another version is an error of its own, which the middleware below reports. */
const tusVersion = {
  "Tus-Resumable": z
    .string()
    .check(z.meta({ description: "The version of the tus protocol", examples: [TUS_VERSION] })),
};
const uploadExpires: ResponseHeader = {
  description: "When the upload expires",
  example: "Sat, 18 Oct 2025 06:30:05 GMT",
};
const uploadHeaders = {
  "Upload-Offset": { description: "How many bytes are stored", example: "5242880" },
  "Upload-Expires": uploadExpires,
};
const params = idParam("The id of the file", EXAMPLE_ID.file);
const tusOptions: EndpointResponse = {
  description: "The protocol that this API supports",
  headers: {
    "Tus-Version": { description: "The version of the tus protocol", example: TUS_VERSION },
    "Tus-Extension": { description: "The extensions of the protocol", example: TUS_EXTENSIONS },
    "Tus-Max-Size": { description: "The largest file, in bytes", example: String(FILE_MAX_BYTES) },
  },
};
const CONTENT_TYPE = "application/octet-stream";
const contentDisposition = {
  "Content-Disposition": {
    description: "An attachment with the name of the file",
    example: "attachment; filename=\"asha-rao.pdf\"; filename*=UTF-8''asha-rao.pdf",
  },
};
const UPLOAD_METHODS = ["OPTIONS", "HEAD", "PATCH", "DELETE"] as const;

/** What all calls about one upload have in common. */
const uploadCall = {
  description:
    "The ticket gives access to the upload. A member's upload needs their session too. After Upload-Expires it answers 410. Where a network blocks the method, send POST with X-HTTP-Method-Override.",
  usesSession: true,
  params,
  query: z.object({
    ticket: z.string({ error: TICKET_INVALID }).check(
      z.meta({
        description: "The ticket of the upload, from the Location header of its creation",
        examples: [EXAMPLE_TICKET],
      }),
    ),
  }),
  queryError: "upload_ticket_invalid",
} as const;

export const files = new Hono<ApiEnv>()
  .get(
    "/:id/content",
    endpoint({
      operationId: "downloadFile",
      summary: "Downloads a file of the member's own",
      isForMembers: true,
      params,
      headers: z.object({
        Range: z.optional(
          z
            .string()
            .check(
              z.meta({ description: "One range of bytes, to get a part of the file", examples: ["bytes=0-1023"] }),
            ),
        ),
      }),
      responses: {
        200: { description: "The whole file, as an attachment", type: CONTENT_TYPE, headers: contentDisposition },
        206: {
          description: "The requested part of the file",
          type: CONTENT_TYPE,
          headers: {
            ...contentDisposition,
            "Content-Range": { description: "Which bytes, of how many", example: "bytes 0-1023/84210" },
          },
        },
      },
      errors: [401, 404, 416],
    }),
    async (c) =>
      attachment(
        c.var.context,
        await downloadFile(c.var.context, c.req.param("id"), c.req.valid("header").Range ?? null),
      ),
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
      operationId: "getUploadOptions",
      summary: "Tells which version and extensions of the tus protocol the API supports",
      responses: { 204: tusOptions },
      errors: [],
    }),
    (c) => options(c),
  )
  .options(
    "/:id",
    endpoint({
      operationId: "getUploadOptionsOfFile",
      summary: "The same for one upload",
      params,
      responses: { 204: tusOptions },
      errors: [404],
    }),
    (c) => options(c),
  )
  .use(async (c, next) => {
    const isUploadCall = c.req.method !== "GET" || c.req.raw.method === "HEAD";
    if (isUploadCall) {
      requireSupportedMode(c.req.raw.headers);
      if (c.req.header("Tus-Resumable") !== TUS_VERSION) {
        throw new ServiceError("upload_version_unsupported", `Speak tus ${TUS_VERSION} (Tus-Resumable)`);
      }
    }
    await next();
  })
  .post(
    "/",
    endpoint({
      operationId: "createUpload",
      summary: "Starts an upload",
      description: `Anyone can upload. The body may have the first bytes of the file: at least ${CHUNK_BYTES}, or all of them; fewer are not stored. A guest's file gets its owner when they sign up with the file's id and ticket; otherwise it is deleted.`,
      usesSession: true,
      bodyType: UPLOAD_TYPE,
      isBodyOptional: true,
      headers: z.object({
        ...tusVersion,
        "Upload-Length": byteCount("Upload-Length must say how many bytes follow", {
          description: "The size of the file, in bytes",
          examples: ["84210"],
        }),
        "Upload-Metadata": uploadMetadata,
      }),
      headerError: "upload_metadata_invalid",
      responses: {
        201: {
          description: "The upload has started",
          headers: {
            Location: {
              description: "The path of the upload: its last segment is the id of the file, its query has the ticket",
              example: `/api/files/${EXAMPLE_ID.file}?ticket=${EXAMPLE_TICKET}`,
            },
            "Upload-Offset": { description: "How many bytes of the body are stored", example: "0" },
            "Upload-Expires": uploadExpires,
          },
        },
      },
      errors: [400, 401, 403, 410, 412, 413, 415, 422],
    }),
    async (c) => {
      const { "Upload-Length": size, "Upload-Metadata": metadata } = c.req.valid("header");
      const request = { ...metadata, size };
      const { ticket, sealed, offset } =
        c.req.header("Content-Type") === UPLOAD_TYPE
          ? await createUploadWithBytes(c.var.context, request, incomingBytes(c))
          : { ...(await createUpload(c.var.context, request)), offset: 0 };
      c.header("Location", `/api/files/${ticket.fileId}?ticket=${sealed}`);
      c.header("Upload-Offset", String(offset));
      c.header("Upload-Expires", httpDate(expiryOf(ticket, offset > 0 ? Date.now() : null)));
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
      operationId: "getUploadOffset",
      isHead: true,
      summary: "Tells how much of an upload is stored",
      ...uploadCall,
      headers: z.object(tusVersion),
      responses: {
        200: {
          description: "The state of the upload",
          headers: {
            ...uploadHeaders,
            "Upload-Length": { description: "The size of the file, in bytes", example: "12582912" },
            "Upload-Metadata": {
              description: "The name under which the file is kept, and its kind",
              example: "filename YXNoYS1yYW8ucGRm,kind cmVzdW1l",
            },
            "Retry-After": {
              description: "When the network may send the next part, in seconds; missing when it may now",
              example: "12",
              isOptional: true,
            },
          },
        },
      },
      errors: [400, 401, 403, 404, 410, 412],
    }),
    async (c) => {
      const ticket = await ticketOf(c);
      const { offset, expiresAt, waitSeconds } = await stateBeforePart(c.var.context, ticket);
      c.header("Upload-Offset", String(offset));
      c.header("Upload-Length", String(ticket.size));
      c.header("Upload-Metadata", formatUploadMetadata(ticket));
      c.header("Upload-Expires", httpDate(expiresAt));
      if (waitSeconds > 0) c.header("Retry-After", String(waitSeconds));
      return c.body(null, 200);
    },
  )
  .patch(
    "/:id",
    endpoint({
      operationId: "sendBytes",
      summary: "Sends bytes of the file",
      ...uploadCall,
      description: `Each request carries at least ${CHUNK_BYTES} bytes, or the rest of the file. ${uploadCall.description}`,
      headers: z.object({
        ...tusVersion,
        "Upload-Offset": byteCount("Upload-Offset must be a number of bytes", {
          description: "The position of the first byte: how many bytes are stored",
          examples: ["0"],
        }),
      }),
      headerError: "upload_metadata_invalid",
      bodyType: UPLOAD_TYPE,
      responses: { 204: { description: "The bytes are stored", headers: uploadHeaders } },
      errors: [400, 401, 403, 404, 409, 410, 412, 415, 422, 507],
    }),
    async (c) => {
      const { "Upload-Offset": offset } = c.req.valid("header");
      const ticket = await ticketOf(c);
      const stored = await receiveUpload(c.var.context, ticket, { offset, ...incomingBytes(c) });
      // A request without bytes, to an upload that is complete, has changed nothing.
      const expiresAt =
        stored > offset ? expiryOf(ticket, Date.now()) : (await uploadState(c.var.context, ticket)).expiresAt;
      c.header("Upload-Offset", String(stored));
      c.header("Upload-Expires", httpDate(expiresAt));
      return c.body(null, 204);
    },
  )
  .delete(
    "/:id",
    endpoint({
      operationId: "deleteUpload",
      summary: "Ends an upload and deletes what is stored of it",
      ...uploadCall,
      headers: z.object(tusVersion),
      responses: { 204: NO_CONTENT },
      errors: [400, 401, 403, 404, 410, 412],
    }),
    async (c) => {
      await terminateUpload(c.var.context, await ticketOf(c));
      return c.body(null, 204);
    },
  );

function options(c: FileContext): Response {
  c.header("Tus-Version", TUS_VERSION);
  c.header("Tus-Extension", TUS_EXTENSIONS);
  c.header("Tus-Max-Size", String(c.var.context.config.public.fileMaxBytes));
  return c.body(null, 204);
}

/** The response to a download, to be saved under the file's own name, never shown (RFC 6266). It ends when its client stops reading. */
function attachment(context: RequestContext, { body, transfer, name, isPart, length, range }: Download): Response {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const headers = new Headers({
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    "Accept-Ranges": "bytes",
    "Cache-Control": "no-store",
  });
  if (length !== null) headers.set("Content-Length", String(length));
  if (range) headers.set("Content-Range", range);
  const paced = body && pacedBody(body, length, context.clientPace, transfer);
  if (!paced) transfer.end();
  else context.waitUntil("download", () => paced.ended);
  return new Response(paced?.body ?? null, { status: isPart ? 206 : 200, headers });
}

function ticketOf(c: FileContext): Promise<Ticket> {
  return openTicket(c.var.context.config.keyring, c.req.query("ticket"), c.req.param("id") ?? "");
}

function incomingBytes(c: FileContext): Pick<IncomingBytes, "body" | "length"> {
  const { body } = c.req.raw;
  if (!body) return { body: new Blob().stream(), length: 0 };
  return { body, length: wholeNumber(c.req.header("Content-Length")) };
}

/** RFC 9110's date, as tus's expiration extension wants it. @param time in milliseconds since 1970 */
function httpDate(time: number): string {
  return new Date(time).toUTCString();
}
