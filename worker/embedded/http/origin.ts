// The origin check and the CORS headers.
import { PROJECT_ID } from "../project/project";
import { AppwriteError } from "./errors";

const ALLOWED_HEADERS = [
  "Accept",
  "Origin",
  "Cookie",
  "Set-Cookie",
  "Content-Type",
  "Content-Range",
  "Range",
  "Cache-Control",
  "Expires",
  "Pragma",
  "X-Appwrite-Project",
  "X-Appwrite-Key",
  "X-Appwrite-Session",
  "X-Appwrite-JWT",
  "X-Appwrite-Locale",
  "X-Appwrite-Response-Format",
  "X-Appwrite-ID",
  "X-Appwrite-Timestamp",
  "X-Fallback-Cookies",
  "X-Forwarded-For",
  "X-Requested-With",
  "X-SDK-Name",
  "X-SDK-Platform",
  "X-SDK-Language",
  "X-SDK-Version",
].join(", ");

/** The error message for a browser on `origin`, or null when it may call the project. */
export function originError(origin: string, hosts: readonly string[]): string | null {
  if (!URL.canParse(origin)) return "Invalid Origin.";
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") {
    const scheme = protocol.slice(0, -1);
    return `Invalid Scheme. The scheme used (${scheme}) in the Origin (${origin}) is not supported. If you are using a custom scheme, please change it to \`appwrite-callback-<PROJECT_ID>\``;
  }
  if (hosts.includes(hostname)) return null;
  return `Invalid Origin. Register your new client (${hostname}) as a new Web platform on your project console dashboard`;
}

/** @throws {AppwriteError} `general_unknown_origin`, except for a caller with an API key; `project_not_found`. */
export function checkOriginAndProject(
  origin: string | null,
  projectId: string | null,
  hasKey: boolean,
  hosts: readonly string[],
): void {
  const isKnownProject = projectId === PROJECT_ID;
  if (origin !== null && !hasKey) {
    const message = originError(origin, isKnownProject ? hosts : []);
    if (message !== null) throw new AppwriteError("general_unknown_origin", message);
  }
  if (projectId !== null && !isKnownProject) throw new AppwriteError("project_not_found");
}

/** The CORS headers of every response. An origin is allowed when its host is a platform of the project. */
export function addCorsHeaders(headers: Headers, origin: string | null, hosts: readonly string[]): void {
  headers.set("Access-Control-Expose-Headers", "X-Appwrite-Session, X-Fallback-Cookies");
  headers.set("Access-Control-Allow-Credentials", "true");
  if (origin !== null && hasPlatformHost(origin, hosts)) headers.set("Access-Control-Allow-Origin", origin);
}

/** Allows any origin, as a real server does: the origin is checked by the call that follows the preflight. */
export function preflightResponse(origin: string | null): Response {
  const response = new Response(null, { status: 204, headers: { "Content-Type": "text/html" } });
  addCorsHeaders(response.headers, origin, []);
  if (origin !== null) response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
  response.headers.set("Access-Control-Allow-Headers", ALLOWED_HEADERS);
  response.headers.set("Access-Control-Max-Age", "7200");
  return response;
}

/** Whatever the scheme: a page with another scheme gets an error, and must be allowed to read it. */
function hasPlatformHost(origin: string, hosts: readonly string[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).hostname);
}
