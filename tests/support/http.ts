// Requests pages over HTTP, as a browser without JavaScript does.
import { type HTMLElement, parse } from "node-html-parser";
import { newIpAddress } from "./people";
import type { Server } from "./server";

export interface HttpPage {
  readonly status: number;
  /** The path of a redirect; null without one. */
  readonly location: string | null;
  readonly headers: Headers;
  /** The Cookie header that a browser sends after this response. */
  readonly cookie: string;
  readonly html: string;
  /** The text of the `main` element. */
  readonly text: string;
  /** The heading of the error above the form; null without one. */
  readonly alert: string | null;
  /** The whole text of the error above the form, with its list of fields; "" without one. */
  readonly alertText: string;
  /** The error of the field with this name; null for a valid field. */
  fieldError(name: string): string | null;
  /** The value of the field with this name. */
  value(name: string): string | undefined;
}

export interface HttpOptions {
  /** The value of the Cookie header. */
  cookie?: string;
}

export function getPage(
  server: Pick<Server, "origin">,
  path: string,
  { cookie = "" }: HttpOptions = {},
): Promise<HttpPage> {
  return requestPage(server, path, cookie);
}

/** Posts a form, one with a file as `FormData`. Redirects are not followed: see `location`. */
export function postForm(
  server: Pick<Server, "origin">,
  path: string,
  fields: Record<string, string> | FormData,
  { cookie = "" }: HttpOptions = {},
): Promise<HttpPage> {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
  return requestPage(server, path, cookie, { method: "POST", body });
}

async function requestPage(
  { origin }: Pick<Server, "origin">,
  path: string,
  cookie: string,
  init: RequestInit = {},
): Promise<HttpPage> {
  const response = await fetch(origin + path, {
    ...init,
    redirect: "manual",
    headers: { Accept: "text/html", Origin: origin, Cookie: cookie, "CF-Connecting-IP": newIpAddress() },
  });
  const html = await response.text();
  const document = parse(html);
  const alert = document.querySelector("[role=alert]");
  const field = (name: string): HTMLElement | null => document.querySelector(`main [name="${name}"]`);
  const location = response.headers.get("Location");
  return {
    status: response.status,
    location: location && new URL(location, origin).href.replace(origin, ""),
    headers: response.headers,
    cookie: mergeCookies(cookie, response.headers.getSetCookie()),
    html,
    text: textOf(document.querySelector("main")) ?? "",
    alert: textOf(alert?.querySelector("h2") ?? null),
    alertText: textOf(alert) ?? "",
    fieldError(name) {
      const element = field(name);
      if (element?.getAttribute("aria-invalid") !== "true") return null;
      const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
      const texts = ids.map((id) => textOf(document.getElementById(id)));
      return texts.find((text) => text?.startsWith("Error: "))?.slice("Error: ".length) ?? null;
    },
    value: (name) => field(name)?.getAttribute("value"),
  };
}

function textOf(element: HTMLElement | null): string | null {
  return element?.text.replace(/\s+/g, " ").trim() ?? null;
}

/** A browser's Cookie header after these Set-Cookie headers. */
function mergeCookies(before: string, set: readonly string[]): string {
  const cookies = new Map(
    before
      .split("; ")
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair]),
  );
  for (const cookie of set) {
    const pair = cookie.split(";")[0] ?? "";
    const name = pair.slice(0, pair.indexOf("="));
    if (/max-age=0(;|$)/i.test(cookie)) cookies.delete(name);
    else cookies.set(name, pair);
  }
  return [...cookies.values()].join("; ");
}
