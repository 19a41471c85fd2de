// Asks the built product for pages over HTTP, as a browser without JavaScript does.
import { type HTMLElement, parse } from "node-html-parser";
import { newAddress } from "./people";
import type { Server } from "./server";

export interface HttpPage {
  readonly status: number;
  /** Where the answer leads on to, as a path; null where it does not. */
  readonly location: string | null;
  readonly headers: Headers;
  /** The value of the Cookie header that a browser sends from now on. */
  readonly cookie: string;
  readonly html: string;
  /** The words of the page's main part. */
  readonly text: string;
  /** The heading of the error above the form; null where there is none. */
  readonly alert: string | null;
  /** The whole text of the error above the form, its list of fields included; "" where there is none. */
  readonly alertText: string;
  /** What the field of this name is told to be wrong; null where it is right. */
  fieldError(name: string): string | null;
  /** What the field of this name holds. */
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
  return ask(server, path, cookie);
}

/** Posts a form, one with a file as `FormData`. Where the answer redirects, `location` says where to; nothing is followed. */
export function postForm(
  server: Pick<Server, "origin">,
  path: string,
  fields: Record<string, string> | FormData,
  { cookie = "" }: HttpOptions = {},
): Promise<HttpPage> {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
  return ask(server, path, cookie, { method: "POST", body });
}

async function ask(
  { origin }: Pick<Server, "origin">,
  path: string,
  cookie: string,
  init: RequestInit = {},
): Promise<HttpPage> {
  const response = await fetch(origin + path, {
    ...init,
    redirect: "manual",
    headers: { Accept: "text/html", Origin: origin, Cookie: cookie, "CF-Connecting-IP": newAddress() },
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

/** What a browser's Cookie header is after these cookies were set or taken away. */
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
