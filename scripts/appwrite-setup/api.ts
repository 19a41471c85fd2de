// Calls Appwrite's management API. Uses fetch instead of node-appwrite: that SDK is made for one version of the server, follows redirects,
// and does not say whether an error is Appwrite's or that of a gateway, which the sentences below depend on.
import { PLATFORM_SCOPES, SETUP_SCOPES } from "../../worker/appwrite/project.ts";
import { EXIT, SetupError } from "./errors.ts";
import type { Settings } from "./settings.ts";

const TIMEOUT_MS = 20_000;
/** Far more than any response of Appwrite's that this command asks for. */
const BODY_MAX_BYTES = 5_000_000;

/** An error of Appwrite that the caller knows what to do about. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** Appwrite's own type, such as "table_not_found"; "" when the response is not Appwrite's. */
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** The key may not make a call. */
export class MissingScopeError extends SetupError {
  override name = "MissingScopeError";
}

export class Api {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Reads the server's version. Sends no key yet: the endpoint may be mistyped, and lead to somebody else's server.
   * @throws {SetupError} when there is no Appwrite at the endpoint
   */
  async readVersion(): Promise<string> {
    const { endpoint } = this.#settings;
    const response = await this.#fetch("GET", "/health/version", {});
    const location = response.headers.get("location");
    if (location && response.status >= 300 && response.status < 400) {
      const hint = location.startsWith("https:") ? ` Use ${endpoint.replace(/^http:/, "https:")}` : "";
      const target = URL.canParse(location, endpoint) ? new URL(location, endpoint).origin : "an invalid address";
      throw new SetupError(EXIT.unreachable, `${endpoint} redirects to ${target}.${hint}`);
    }
    const body = await readJson(response);
    const version = isObject(body) && typeof body.version === "string" ? body.version : null;
    if (!response.ok || !version) {
      throw new SetupError(
        EXIT.unreachable,
        `There is no Appwrite at ${endpoint}: ${endpoint}/health/version answers ${response.status} without a version.`,
      );
    }
    return version;
  }

  /** @throws {ApiError} @throws {SetupError} */
  get(path: string): Promise<Record<string, unknown>> {
    return this.#call("GET", path);
  }

  /** As `get`; null when what is asked for does not exist. */
  async find(path: string): Promise<Record<string, unknown> | null> {
    try {
      return await this.get(path);
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404 && error.type.endsWith("_not_found");
      if (isMissing && error.type !== "general_route_not_found") return null;
      throw error;
    }
  }

  /** @throws {ApiError} @throws {SetupError} */
  async post(path: string, body: object): Promise<void> {
    await this.#call("POST", path, body);
  }

  async #call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const { projectId, apiKey } = this.#settings;
    const headers = { "X-Appwrite-Project": projectId, "X-Appwrite-Key": apiKey, "Content-Type": "application/json" };
    const response = await this.#fetch(method, path, headers, body);
    const answer = await readJson(response);
    if (response.ok && isObject(answer)) return answer;
    const type = isObject(answer) && typeof answer.type === "string" ? answer.type : "";
    const message =
      isObject(answer) && typeof answer.message === "string" ? answer.message.replaceAll(apiKey, "…") : "";
    throw this.#rejection(response.status, type, message) ?? new ApiError(response.status, type, message);
  }

  async #fetch(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Response> {
    const { endpoint } = this.#settings;
    try {
      return await fetch(endpoint + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      throw new SetupError(EXIT.unreachable, `${endpoint} cannot be reached: ${reasonOf(error)}.`);
    }
  }

  /** The sentence for an error that concerns the project or the key as a whole; null for others. */
  #rejection(status: number, type: string, message: string): SetupError | null {
    const { endpoint, projectId } = this.#settings;
    const rejected = (sentence: string) => new SetupError(EXIT.rejected, sentence);
    if (type === "project_not_found") return rejected(`There is no project "${projectId}" at ${endpoint}.`);
    if (type === "project_key_expired") return rejected("The API key has expired: create another one in the console.");
    // A server answers an unknown key as a wrong one, or takes its sender for a guest.
    const isWrongKey = type === "general_unauthorized_scope" && message.includes("(role: guests)");
    if (status === 401 && (type === "user_unauthorized" || isWrongKey)) {
      return rejected(`Appwrite does not know this API key. It must be a key of the project "${projectId}".`);
    }
    if (type === "general_unauthorized_scope") {
      return new MissingScopeError(EXIT.rejected, scopeSentence(message));
    }
    if (type === "general_protocol_unsupported") {
      const https = endpoint.replace(/^http:/, "https:");
      return new SetupError(EXIT.unreachable, `${endpoint} takes calls over https only. Use ${https}`);
    }
    return null;
  }
}

/** Appwrite's message lists the scopes that would each do: missing scopes (["tables.read","collections.read"]). */
function scopeSentence(message: string): string {
  const listed = /missing scopes \((\[.*\])\)/.exec(message)?.[1] ?? "";
  const accepted = [...listed.matchAll(/"([\w.]+)"/g)].map(([, scope = ""]) => scope);
  const named =
    accepted.find((scope) => [...SETUP_SCOPES, ...PLATFORM_SCOPES].includes(scope)) ?? accepted.join(" or ");
  return `The API key lacks the scope ${named}. Setting up takes ${SETUP_SCOPES.join(", ")}; looking takes those that end in .read.`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "there is no host of this name";
  if (code === "ECONNREFUSED") return "nothing listens there";
  if (/CERT|SIGNED|TLS|SSL|ISSUER/.test(code)) return `its certificate is not valid (${code})`;
  return cause.message || code || error.message;
}

/** Parses a response's JSON; null when it is something else. Its texts are made safe to print: a server may send what a terminal obeys. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readText(response), (_, value) =>
      typeof value === "string" ? value.replace(/\p{Cc}+/gu, " ") : value,
    );
  } catch {
    // A gateway's page, an unknown route's, or a body that breaks off.
    return null;
  }
}

/** @throws {RangeError} for more than `BODY_MAX_BYTES` */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_MAX_BYTES) throw new RangeError("The response is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
