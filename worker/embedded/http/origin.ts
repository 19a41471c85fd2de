// The origin check and the CORS headers of an answer.
import { PLATFORM_HOSTS, PROJECT_ID } from "../project/project";
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

/** Why a browser on `origin` may not call the project, or null when it may. */
export function refusalOf(origin: string, isKnownProject: boolean): string | null {
  if (!URL.canParse(origin)) return "Invalid Origin.";
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") {
    const scheme = protocol.slice(0, -1);
    return `Invalid Scheme. The scheme used (${scheme}) in the Origin (${origin}) is not supported. If you are using a custom scheme, please change it to \`appwrite-callback-<PROJECT_ID>\``;
  }
  if (isKnownProject && PLATFORM_HOSTS.includes(hostname)) return null;
  return `Invalid Origin. Register your new client (${hostname}) as a new Web platform on your project console dashboard`;
}

/** Throws for a foreign origin, and for a project that does not exist. A key, or no Origin, passes the former. */
export function requireKnownCaller(origin: string | null, projectId: string | null, hasKey: boolean): void {
  const isKnownProject = projectId === PROJECT_ID;
  if (origin !== null && !hasKey) {
    const refusal = refusalOf(origin, isKnownProject);
    if (refusal !== null) throw new AppwriteError("general_unknown_origin", refusal);
  }
  if (projectId !== null && !isKnownProject) throw new AppwriteError("project_not_found");
}

/** The CORS headers that every answer carries; the origin is named only when its host is a platform of the project. */
export function addCorsHeaders(headers: Headers, origin: string | null, isKnownProject: boolean): void {
  headers.set("Access-Control-Expose-Headers", "X-Appwrite-Session, X-Fallback-Cookies");
  headers.set("Access-Control-Allow-Credentials", "true");
  if (origin !== null && isKnownProject && isOnPlatform(origin)) headers.set("Access-Control-Allow-Origin", origin);
}

/** The answer to a preflight: any origin may ask; whether it may call is said by the call itself. */
export function preflightResponse(origin: string | null): Response {
  const response = new Response(null, { status: 204, headers: { "Content-Type": "text/html" } });
  addCorsHeaders(response.headers, origin, false);
  if (origin !== null) response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
  response.headers.set("Access-Control-Allow-Headers", ALLOWED_HEADERS);
  response.headers.set("Access-Control-Max-Age", "7200");
  return response;
}

/** The scheme does not matter here: a page of another scheme on the host is refused, but told so legibly. */
function isOnPlatform(origin: string): boolean {
  return URL.canParse(origin) && PLATFORM_HOSTS.includes(new URL(origin).hostname);
}
