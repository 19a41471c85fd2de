// A Worker that loads the packages that the product starts with, as far as it uses them, and does nothing: what starting costs
// before the first line of our own.
import { Account, Client, Databases, Storage } from "appwrite";
import { Hono } from "hono";
import { html } from "hono/html";
import { TrieRouter } from "hono/router/trie-router";
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod/mini";

export const packages = {
  ...{ Account, Client, Databases, Storage },
  ...{ Hono, TrieRouter, html, parse, serialize },
  /** What the product loads later is there, and not loaded. */
  late: () => Promise.all([import("react-dom/server.node"), import("react-router")]),
  schema: z.object({ of: z.array(z.enum(["a"])), a: z.string(), b: z.number(), c: z.boolean(), d: z.url() }),
};

export default {
  fetch: () => new Response(crypto.randomUUID()),
} satisfies ExportedHandler;
