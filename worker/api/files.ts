// /api/files: uploads by the tus protocol 1.0.0 (creation, termination, expiration), and the member's own file back.
import { type Context, Hono } from "hono";
import { FILE_KINDS, TUS_VERSION } from "../../app/contract/files";
import { setResponseHeader } from "../http/response-header";
import { ServiceError } from "../services/errors";
import { type Download, downloadFile } from "../services/files/download";
import { openTicket, type Ticket } from "../services/files/tickets";
import { createUpload, receiveUpload, terminateUpload, uploadOffset } from "../services/files/uploads";
import type { ApiEnv } from "./http";
import { parseUploadMetadata, wholeNumber } from "./tus";

const FILE_NAME_MAX = 255;

type FileContext = Context<ApiEnv>;

export const files = new Hono<ApiEnv>()
  .get("/:id/content", async (c) =>
    attachment(await downloadFile(c.var.context, c.req.param("id"), c.req.header("Range") ?? null)),
  )
  .use(async (c, next) => {
    await next();
    setResponseHeader(c, "Tus-Resumable", TUS_VERSION);
    // 412 is the answer to another version, and says which one is spoken here.
    if (c.res.status === 412) setResponseHeader(c, "Tus-Version", TUS_VERSION);
  })
  .options("/", (c) => options(c))
  .options("/:id", (c) => options(c))
  .use(async (c, next) => {
    const asksForUpload = c.req.method !== "GET" || c.req.raw.method === "HEAD";
    if (asksForUpload && c.req.header("Tus-Resumable") !== TUS_VERSION) {
      throw new ServiceError("upload_version_unsupported", `Speak tus ${TUS_VERSION} (Tus-Resumable)`);
    }
    await next();
  })
  .post("/", async (c) => {
    const size = wholeNumber(c.req.header("Upload-Length"));
    if (size === null)
      throw new ServiceError("upload_metadata_invalid", "Upload-Length must say how many bytes follow");
    const metadata = parseUploadMetadata(c.req.header("Upload-Metadata") ?? "");
    const name = metadata.get("filename")?.trim() ?? "";
    const kind = FILE_KINDS.find((known) => known === metadata.get("kind"));
    if (name === "" || name.length > FILE_NAME_MAX || !kind) {
      throw new ServiceError(
        "upload_metadata_invalid",
        "Upload-Metadata must hold filename and kind (resume or portfolio)",
      );
    }
    const { ticket, sealed } = await createUpload(c.var.context, { name, kind, size });
    c.header("Location", `/api/files/${ticket.fileId}?ticket=${sealed}`);
    c.header("Upload-Expires", expires(ticket));
    return c.body(null, 201);
  })
  // Hono hands HEAD to the GET handler; an upload has no GET, which `api` says.
  .get("/:id", async (c, next) => {
    if (c.req.raw.method !== "HEAD") return next();
    const ticket = await ticketOf(c, c.req.param("id"));
    c.header("Upload-Offset", String(await uploadOffset(c.var.context, ticket)));
    c.header("Upload-Length", String(ticket.size));
    c.header("Upload-Expires", expires(ticket));
    return c.body(null, 200);
  })
  .patch("/:id", async (c) => {
    if (c.req.header("Content-Type") !== "application/offset+octet-stream") {
      throw new ServiceError("media_type_unsupported", "Send application/offset+octet-stream");
    }
    const offset = wholeNumber(c.req.header("Upload-Offset"));
    if (offset === null) throw new ServiceError("upload_metadata_invalid", "Upload-Offset must be a number of bytes");
    const ticket = await ticketOf(c, c.req.param("id"));
    const body = c.req.raw.body ?? new Response(new Uint8Array()).body;
    if (!body) throw new ServiceError("body_unreadable", "There is no body");
    const length = wholeNumber(c.req.header("Content-Length"));
    c.header("Upload-Offset", String(await receiveUpload(c.var.context, ticket, { offset, body, length })));
    c.header("Upload-Expires", expires(ticket));
    return c.body(null, 204);
  })
  .delete("/:id", async (c) => {
    await terminateUpload(c.var.context, await ticketOf(c, c.req.param("id")));
    return c.body(null, 204);
  });

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

function ticketOf(c: FileContext, fileId: string): Promise<Ticket> {
  return openTicket(c.var.context.config.keyring, c.req.query("ticket"), fileId);
}

/** RFC 9110's date, as tus's expiration extension wants it. */
function expires(ticket: Ticket): string {
  return new Date(ticket.expiresAt).toUTCString();
}
