// A Worker that loads what the product is made from, as far as the product uses it, and does nothing: what starting costs
// before the first line of our own.
import { zValidator } from "@hono/zod-validator";
import { Account, Client, Databases, Storage } from "appwrite";
import { Hono } from "hono";
import { renderToReadableStream } from "react-dom/server.node";
import { createRequestHandler, Form, Link, Links, Meta, Scripts, ScrollRestoration, ServerRouter } from "react-router";
import { z } from "zod";

export const packages = {
  zValidator,
  ...{ Account, Client, Databases, Storage },
  Hono,
  renderToReadableStream,
  ...{ createRequestHandler, Form, Link, Links, Meta, Scripts, ScrollRestoration, ServerRouter },
  schema: z.strictObject({ of: z.array(z.enum(["a"])), a: z.string(), b: z.number(), c: z.boolean(), d: z.url() }),
  toJSONSchema: z.toJSONSchema,
};

export default {
  fetch: () => new Response(crypto.randomUUID()),
} satisfies ExportedHandler;
