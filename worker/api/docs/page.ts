// The API's description as a page for people.

import { html, raw } from "hono/html";
import type * as z from "zod/mini";
import { BRAND } from "../../../app/content/brand";
import { SESSION_COOKIE } from "../../session/session";
import type { EndpointResponse } from "../endpoint";
import { COMMON_ERRORS, ERROR_STATUSES, errorExample, errorMeaning } from "../error-meanings";
import { jsonSchema, type Operation, parametersOf } from "../openapi";
import { TAGS, type Tag, tagOf } from "../tags";
import { COOKIE_FILE, curlCommand, isDownload, responseText } from "./curl";
import { SCRIPT } from "./script";
import { STYLES } from "./styles";

interface PageOptions {
  /** The page's nonce, which its style and its script have. */
  nonce: string;
  /** The origin of this API, for the example requests. */
  origin: string;
}

/** The page. It needs no script. */
export async function docsPage(operations: readonly Operation[], { nonce, origin }: PageOptions): Promise<Response> {
  const groups = TAGS.map((tag) => ({ tag, calls: operations.filter(({ path }) => tagOf(path) === tag) }));
  const document = await html`<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>API reference | ${BRAND.name}</title>
    <style nonce="${nonce}">${raw(STYLES)}</style>
  </head>
  <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header>
      <div class="width">
        <a class="home" href="/">${raw(MARK)}${BRAND.name}</a>
        <h1>API reference</h1>
        <p>The pages of this site use this API, and so can your program. It is also described <a href="/api/openapi.json">in OpenAPI 3.1</a>, for tools.</p>
      </div>
    </header>
    <div class="thread"></div>
    <div class="width columns">
      <nav aria-labelledby="contents">
        <h2 id="contents">Contents</h2>
        <ul>
          <li><a href="#start">Start here</a></li>
          ${groups.map(
            ({ tag, calls }) => html`<li><a href="#${anchorOf(tag)}">${tag.name}</a>
            <ul>${calls.map(({ operationId, method, path }) => html`<li><a href="#${operationId}"><span>${method.toUpperCase()}</span> ${path}</a></li>`)}</ul>
          </li>`,
          )}
          <li><a href="#errors">Errors</a></li>
        </ul>
      </nav>
      <main id="main" tabindex="-1">
        ${startSection(origin)}
        ${groups.map(
          ({ tag, calls }) => html`<section aria-labelledby="${anchorOf(tag)}">
          <h2 id="${anchorOf(tag)}">${tag.name}</h2>
          <p class="intro">${tag.description}</p>
          ${calls.map((operation) => callSection(operation, origin))}
        </section>`,
        )}
        ${errorsSection()}
      </main>
    </div>
    <script nonce="${nonce}">${raw(SCRIPT)}</script>
  </body>
</html>`;
  return new Response(document.toString(), { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** The mark of the brand, as in public/favicon.svg. */
const MARK = `<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M5.4 22.0h0M8.5 14.5h0M16.0 11.4h0M23.5 14.5h0M26.6 22.0h0" fill="none" stroke="#f8f3e8" stroke-width="4.6" stroke-linecap="round"/><circle cx="16" cy="22" r="5.6" fill="#f9ac1f"/><circle cx="16" cy="22" r="1.9" fill="#122859"/></svg>`;

function startSection(origin: string) {
  return html`<section aria-labelledby="start">
          <h2 id="start">Start here</h2>
          <p class="intro">All addresses begin with <code>${origin}/api</code>. Bodies are JSON in UTF-8, with <code>Content-Type: application/json</code>. Unknown keys are rejected. Every response has an <code>X-Request-Id</code>, and none may be cached.</p>
          <p class="intro"><strong>Sessions.</strong> Signing up and signing in set the cookie <code>${SESSION_COOKIE}</code>. The commands on this page keep it in <code>${COOKIE_FILE}</code>: sign in first, and the calls for members work.</p>
          <p class="intro"><strong>Origin.</strong> A request that changes something must come from this site. A browser states where it comes from. A program that sends the cookie adds <code>Origin: ${origin}</code>.</p>
          <p class="intro"><strong>Examples.</strong> The people, ids and secrets in the examples are invented. Replace them by your own.</p>
        </section>`;
}

function callSection(operation: Operation, origin: string) {
  const { operationId, method, path, summary, description, body, bodyType, isBodyOptional, responses } = operation;
  const [first, ...others] = Object.entries(responses).sort(([a], [b]) => (a === "201" ? -1 : b === "201" ? 1 : 0));
  return html`<article class="call" aria-labelledby="${operationId}">
            <h3 id="${operationId}"><span class="method method-${method}">${method.toUpperCase()}</span> <a href="#${operationId}"><code>/api${path}</code></a></h3>
            <p>${summary}.${description ? ` ${description}` : ""}</p>
            <p class="access">${accessText(operation)}</p>
            ${parameterTable(operation)}
            <div class="request"><h4>Request</h4>${canBeTried(operation) ? html`<a class="button" data-try href="/api${path}">Open the response</a>` : ""}</div>
            <pre data-copy="${method.toUpperCase()} /api${path}">${curlCommand(operation, origin)}</pre>
            ${bodyType ? html`<p>The body ${isBodyOptional ? "may be" : "is"} the bytes themselves, with the media type <code>${bodyType}</code>.</p>` : ""}
            ${body ? schemaDetails("Schema of the body", body, "input") : ""}
            ${first ? html`<h4>Response</h4>${responseExample(first)}` : ""}
            ${others.map((other) => html`<details><summary>Response ${other[0]}: ${lowerFirst(other[1].description)}</summary>${responseExample(other)}</details>`)}
            ${errorTable(operation)}
          </article>`;
}

/** Who may call an operation. */
function accessText({ isForMembers, isForPendingSignIn, usesSession }: Operation): string {
  if (isForPendingSignIn) return "For a sign-in that lacks its second factor: the request needs its cookie.";
  if (isForMembers) return "For members: the request needs the session cookie.";
  return usesSession ? "For anyone, with or without a session." : "For anyone. No session is needed.";
}

/** True for a call that only reads, and needs nothing but the visitor's own session. */
function canBeTried(operation: Operation): boolean {
  const response = operation.responses[200];
  return (
    operation.method === "get" &&
    response?.schema !== undefined &&
    !isDownload(response) &&
    parametersOf(operation).length === 0
  );
}

function parameterTable(operation: Operation) {
  const parameters = parametersOf(operation);
  if (parameters.length === 0) return "";
  const row = ({ name, in: place, required, description, example }: (typeof parameters)[number]) => html`<tr>
                <th scope="row"><code>${name}</code><small>${place}${required ? "" : ", optional"}</small></th>
                <td>${description}<small>Example: <code>${example}</code></small></td>
              </tr>`;
  return html`<h4 id="${operation.operationId}-parameters">Parameters</h4>
            <table aria-labelledby="${operation.operationId}-parameters">
              <thead><tr><th scope="col">Name</th><th scope="col">Meaning</th></tr></thead>
              <tbody>${parameters.map(row)}</tbody>
            </table>`;
}

function responseExample([status, response]: [string, EndpointResponse]) {
  return html`<p>${response.description}.</p>
            <pre>${responseText(status, response)}</pre>
            ${response.schema ? schemaDetails(`Schema of the response ${status}`, response.schema, "output") : ""}`;
}

function errorTable({ operationId, errors }: Operation) {
  if (errors.length === 0) return "";
  return html`<h4 id="${operationId}-errors">Errors</h4>
            <table class="statuses" aria-labelledby="${operationId}-errors">
              <thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
              <tbody>${errors.map((status) => html`<tr><th scope="row"><a href="#error-${status}">${status}</a></th><td>${errorMeaning(status)}</td></tr>`)}</tbody>
            </table>`;
}

function errorsSection() {
  const row = (status: number) => {
    const example = errorExample(status)?.error;
    return html`<tr id="error-${status}">
              <th scope="row">${status}</th>
              <td>${errorMeaning(status)}<small>Example: <code>${example?.type}</code>, “${example?.message}”</small></td>
            </tr>`;
  };
  return html`<section aria-labelledby="errors">
          <h2 id="errors">Errors</h2>
          <p class="intro">Every error has a body such as this. <code>type</code> is stable and meant for programs, <code>message</code> is meant for people. <code>fields</code> is there for 422 only.</p>
          <pre>${JSON.stringify(errorExample(422), null, 2)}</pre>
          <p class="intro">Any call may fail with ${COMMON_ERRORS.join(", ")}. An address that does not support a method responds with 405.</p>
          <table class="statuses" aria-labelledby="errors">
            <thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
            <tbody>${ERROR_STATUSES.map(row)}</tbody>
          </table>
        </section>`;
}

function schemaDetails(title: string, schema: z.ZodMiniType, io: "input" | "output") {
  return html`<details><summary>${title}</summary><pre>${JSON.stringify(jsonSchema(schema, io), null, 2)}</pre></details>`;
}

function anchorOf({ name }: Tag): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
