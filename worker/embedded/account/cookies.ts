// The session cookies, and the X-Fallback-Cookies header for browsers that block them.
import type { Call } from "../http/call";
import { SESSION_COOKIE } from "../project/project";
import { SESSION_SECONDS } from "../store/sessions";

/** The value of a session cookie and of `X-Appwrite-Session`: base64 of the user's id and the session's secret. */
export function encodeSession(userId: string, secret: string): string {
  return btoa(JSON.stringify({ id: userId, secret }));
}

/** Sets both cookies, and the fallback header when page and server are on different sites. */
export function addSessionCookies(call: Call, headers: Headers, value: string): void {
  const expires = cookieDate(new Date(call.now.getTime() + SESSION_SECONDS * 1000));
  const attributes = `expires=${expires}; Max-Age=${SESSION_SECONDS}; ${scopeAttributes(call)}`;
  appendCookies(headers, encodeURIComponent(value), attributes);
  if (!isSameSite(call)) headers.set("X-Fallback-Cookies", JSON.stringify({ [SESSION_COOKIE]: value }));
}

/** Deletes both cookies and the fallback. */
export function addExpiredCookies(call: Call, headers: Headers): void {
  appendCookies(headers, "deleted", `expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0; ${scopeAttributes(call)}`);
  if (!isSameSite(call)) headers.set("X-Fallback-Cookies", "[]");
}

function appendCookies(headers: Headers, value: string, attributes: string): void {
  headers.append("Set-Cookie", `${SESSION_COOKIE}_legacy=${value}; ${attributes}`);
  headers.append("Set-Cookie", `${SESSION_COOKIE}=${value}; ${attributes}; SameSite=None`);
}

function scopeAttributes(call: Call): string {
  const { hostname } = call.url;
  const domain = isDomainName(hostname) ? `domain=.${hostname}; ` : "";
  const secure = call.request.headers.get("x-forwarded-proto") === "https" ? "secure; " : "";
  return `path=/; ${domain}${secure}HttpOnly`;
}

/** Whether the calling page has the server's registrable domain, so that the cookies are first-party. */
function isSameSite(call: Call): boolean {
  const origin = call.request.headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const [page, server] = [new URL(origin).hostname, call.url.hostname];
  return isDomainName(page) && isDomainName(server) && registrableDomain(page) === registrableDomain(server);
}

function registrableDomain(hostname: string): string {
  return hostname.split(".").slice(-2).join(".");
}

function isDomainName(hostname: string): boolean {
  return hostname.includes(".") && !/^[\d.]+$/.test(hostname) && !hostname.startsWith("[");
}

/** `Sun, 21-Nov-2027 12:29:29 GMT`, with dashes as a real server writes it. */
function cookieDate(date: Date): string {
  return date.toUTCString().replace(/^(\w+, \d+) (\w+) (\d+)/, "$1-$2-$3");
}
