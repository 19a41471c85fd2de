// The API's description as a page to read: nothing to load, nothing to run.

import { html } from "hono/html";
import type * as z from "zod/mini";
import { BRAND } from "../../app/content/brand";
import { COMMON_ERRORS, errorMeaning } from "./error-meanings";
import { jsonSchema, type Operation, parametersOf } from "./openapi";

/** @param nonce the page's, which its one style carries. */
export async function docsPage(operations: readonly Operation[], nonce: string): Promise<Response> {
  const document = await html`<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>API | ${BRAND.name}</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; --ink: #1d1b26; --paper: #fdfaf4; --line: #1d1b2626; }
      @media (prefers-color-scheme: dark) { :root { --ink: #f3eee4; --paper: #17151f; --line: #f3eee426; } }
      body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
      main { box-sizing: border-box; max-width: 52rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
      h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; }
      section { margin-top: 2rem; border-top: 1px solid var(--line); }
      h2 { margin: 1.25rem 0 0.25rem; font: 600 1.0625rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
      p { margin: 0 0 0.75rem; }
      dl { display: grid; grid-template-columns: minmax(0, max-content) 1fr; gap: 0.25rem 1rem; margin: 0 0 0.75rem; }
      dt { font: 600 0.9375rem/1.7 ui-monospace, monospace; overflow-wrap: anywhere; }
      dd { margin: 0; }
      pre { overflow-x: auto; margin: 0.5rem 0; padding: 0.75rem; border: 1px solid var(--line); font: 0.875rem/1.5 ui-monospace, monospace; }
    </style>
  </head>
  <body>
    <main>
      <h1>The API of this site</h1>
      <p>JSON in and out, UTF-8, below <code>/api</code>. The same for machines: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
      <p>Any call may also answer ${COMMON_ERRORS.join(", ")}. Errors are
        <code>{ "error": { "code", "type", "message", "fields"?, "requestId" } }</code>.</p>
      ${operations.map(section)}
    </main>
  </body>
</html>`;
  return new Response(document.toString(), { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

function section(operation: Operation) {
  const { method, path, summary, isForMembers, body, bodyType, responses, errors } = operation;
  const parameters = parametersOf(operation);
  return html`<section>
        <h2>${method.toUpperCase()} ${path}</h2>
        <p>${summary}.${isForMembers ? " For members." : ""}</p>
        ${parameters.length > 0 ? html`<dl>${parameters.map((one) => html`<dt>${one.name}</dt><dd>${one.description}${one.required ? "" : ", if wanted"} (${one.in})</dd>`)}</dl>` : ""}
        ${body ? schemaDetails("What is sent", body, "input") : ""}
        ${bodyType ? html`<p>The body is <code>${bodyType}</code>.</p>` : ""}
        <dl>
          ${Object.entries(responses).map(([status, { description }]) => html`<dt>${status}</dt><dd>${description}</dd>`)}
          ${errors.map((status) => html`<dt>${status}</dt><dd>${errorMeaning(status)}</dd>`)}
        </dl>
        ${Object.entries(responses).map(([status, { schema }]) => (schema ? schemaDetails(`The answer ${status}`, schema, "output") : ""))}
      </section>`;
}

function schemaDetails(title: string, schema: z.ZodMiniType, io: "input" | "output") {
  return html`<details><summary>${title}</summary><pre tabindex="0">${JSON.stringify(jsonSchema(schema, io), null, 2)}</pre></details>`;
}
