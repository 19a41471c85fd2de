// The page at /api/docs.
import { describe, expect, it } from "vitest";
import { curlCommand, responseText } from "../../../worker/api/docs/curl";
import { errorMeaning } from "../../../worker/api/error-meanings";
import { parametersOf } from "../../../worker/api/openapi";
import { operations } from "../../../worker/api/routes";
import { createTestApp } from "../support/test-app";

const OPERATIONS = operations();

describe("the description's page", () => {
  async function load() {
    const response = await createTestApp().browser().fetch("/api/docs");
    expect(response.status).toBe(200);
    return { page: await response.text(), policy: response.headers.get("Content-Security-Policy") ?? "" };
  }
  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

  it("shows every call once, with its summary, its request, its responses and its errors", async () => {
    const { page } = await load();
    for (const operation of OPERATIONS) {
      const { operationId, method, path, summary, responses, errors } = operation;
      const [section = "", ...others] = page.split("<article").filter((part) => part.includes(`id="${operationId}"`));
      expect(others).toEqual([]);
      const [call = ""] = section.split("</article>");
      expect(call).toContain(`${method.toUpperCase()}</span>`);
      expect(call).toContain(`<code>/api${path}</code></a></h3>`);
      expect(call).toContain(`<p>${escaped(summary)}.`);
      expect(call).toContain(escaped(curlCommand(operation, "https://localhost")));
      for (const { name } of parametersOf(operation)) expect(call).toContain(`<code>${name}</code>`);
      for (const [status, response] of Object.entries(responses)) {
        expect(call).toContain(`<pre>${escaped(responseText(status, response))}</pre>`);
      }
      for (const status of errors) expect(call).toContain(escaped(errorMeaning(status)));
    }
  });

  it("has a link to every call in its contents, and an element for every link", async () => {
    const { page } = await load();
    const [, contents = ""] = /<nav.*?>(.*?)<\/nav>/s.exec(page) ?? [];
    for (const { operationId } of OPERATIONS) expect(contents).toContain(`href="#${operationId}"`);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, anchor] of page.matchAll(/(?:href="#|aria-labelledby=")([^"]+)"/g)) expect(ids).toContain(anchor);
  });

  it("runs and styles only what has its nonce, and loads only the site's fonts", async () => {
    const { page, policy } = await load();
    const nonce = /<style nonce="(\w+)"/.exec(page)?.[1] ?? "";
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(page.match(/<(?:style|script)\b[^>]*>/g)).toEqual([`<style nonce="${nonce}">`, `<script nonce="${nonce}">`]);
    expect(page).not.toMatch(/<link|<img|style=|src=|\son\w+=|@import/);
    const addresses = [...page.matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address);
    for (const address of addresses) expect(address).toMatch(/^"\/fonts\/[\w-]+\.woff2"$/);
  });

  it("offers to try only calls that read, and sends nothing else from its script", async () => {
    const { page } = await load();
    const offered = [...page.matchAll(/data-try href="([^"]+)"/g)].map(([, address]) => address);
    // Not a path with a parameter, which needs a value first, nor a download, a socket or the page itself.
    const readable = OPERATIONS.filter(({ method, path }) => method === "get" && !/\{|export|realtime|docs/.test(path));
    expect(offered.sort()).toEqual(readable.map(({ path }) => `/api${path}`).sort());
    const script = /<script[^>]*>(.*)<\/script>/s.exec(page)?.[1] ?? "";
    expect(script.match(/fetch\(/g)).toHaveLength(1);
    expect(script).not.toMatch(/method|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval/);
  });
});
