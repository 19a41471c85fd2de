// The cookies that carry a session, and the header that stands in where a browser refuses them.
import type { Call } from "../http/call";
import { SESSION_COOKIE } from "../project/project";
import { SESSION_SECONDS } from "../store/sessions";

/** A cookie's value: base64 of the user's id and the session's secret. It is what `X-Appwrite-Session` takes, too. */
export function sessionValue(userId: string, secret: string): string {
  return btoa(JSON.stringify({ id: userId, secret }));
}

/** Adds both cookies, and the fallback where the page and the server share no domain. */
export function addSessionCookies(call: Call, headers: Headers, value: string): void {
  const expires = cookieDate(new Date(call.now.getTime() + SESSION_SECONDS * 1000));
  const attributes = `expires=${expires}; Max-Age=${SESSION_SECONDS}; ${scopeOf(call)}`;
  addBoth(headers, encodeURIComponent(value), attributes);
  if (!isSameSite(call)) headers.set("X-Fallback-Cookies", JSON.stringify({ [SESSION_COOKIE]: value }));
}

/** Takes both cookies, and the fallback, away. */
export function addExpiredCookies(call: Call, headers: Headers): void {
  addBoth(headers, "deleted", `expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0; ${scopeOf(call)}`);
  if (!isSameSite(call)) headers.set("X-Fallback-Cookies", "[]");
}

function addBoth(headers: Headers, value: string, attributes: string): void {
  headers.append("Set-Cookie", `${SESSION_COOKIE}_legacy=${value}; ${attributes}`);
  headers.append("Set-Cookie", `${SESSION_COOKIE}=${value}; ${attributes}; SameSite=None`);
}

function scopeOf(call: Call): string {
  const { hostname } = call.url;
  const domain = isNamedHost(hostname) ? `domain=.${hostname}; ` : "";
  const secure = call.request.headers.get("x-forwarded-proto") === "https" ? "secure; " : "";
  return `path=/; ${domain}${secure}HttpOnly`;
}

/** Whether the page that calls is of the server's own registrable domain, so that its cookies are first-party ones. */
function isSameSite(call: Call): boolean {
  const origin = call.request.headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const [page, server] = [new URL(origin).hostname, call.url.hostname];
  return isNamedHost(page) && isNamedHost(server) && registrable(page) === registrable(server);
}

function registrable(hostname: string): string {
  return hostname.split(".").slice(-2).join(".");
}

function isNamedHost(hostname: string): boolean {
  return hostname.includes(".") && !/^[\d.]+$/.test(hostname) && !hostname.startsWith("[");
}

/** `Sun, 21-Nov-2027 12:29:29 GMT`: the dashes are a real server's. */
function cookieDate(date: Date): string {
  return date.toUTCString().replace(/^(\w+, \d+) (\w+) (\d+)/, "$1-$2-$3");
}
