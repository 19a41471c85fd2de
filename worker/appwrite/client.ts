// The SDK's client, with its `call` replaced: requests go through `Transport`, with a deadline and typed errors.
import { Client, type Payload } from "appwrite";
import { AppwriteError, MAIL_OFF_TYPE } from "./errors";
import type { Transport } from "./transport";

/** How a client authenticates. Never two at once: Appwrite rejects a call with both a key and a session. */
export type Credentials = { key: string } | { session: string } | null;

export interface ClientOptions {
  transport: Transport;
  projectId: string;
  credentials: Credentials;
  requestId: string;
  /** The visitor's browser, which Appwrite stores in the sessions that it creates. */
  userAgent: string;
  /** The visitor's IP address, so that Appwrite's limits and sessions use it instead of this Worker's; "" when unknown. */
  clientAddress: string;
  /** Rejects when the session was revoked. Runs in parallel with a read, and before a write. */
  checkSession?: () => Promise<void>;
  /** The deadline of a call in milliseconds, if shorter than the transport's. */
  deadlineMs?: number;
}

/** How much of a header of the client's is passed on, in characters: a gateway may close the connection for a longer one. */
const HEADER_MAX = 512;

/** Replaces what is not printable ASCII. The runtime warns of such a header, with its value, which would put it into the log. */
function toAscii(header: string): string {
  return header.slice(0, HEADER_MAX).replace(/[^\x20-\x7e]/gu, "?");
}

export class AppwriteClient extends Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    super();
    this.#options = options;
    this.setEndpoint(options.transport.baseUrl).setProject(options.projectId);
    Object.assign(this.headers, this.credentialHeaders());
  }

  /** The headers of every request of this client, for requests that bypass the SDK. */
  credentialHeaders(): Record<string, string> {
    const { credentials, requestId, userAgent, clientAddress, projectId } = this.#options;
    return {
      "X-Appwrite-Project": projectId,
      "X-Request-Id": requestId,
      ...(userAgent ? { "User-Agent": toAscii(userAgent) } : {}),
      ...(clientAddress ? { "X-Forwarded-For": toAscii(clientAddress) } : {}),
      ...(credentials && "key" in credentials ? { "X-Appwrite-Key": credentials.key } : {}),
      ...(credentials && "session" in credentials ? { "X-Appwrite-Session": credentials.session } : {}),
    };
  }

  get transport(): Transport {
    return this.#options.transport;
  }

  /** Resolves when this client's session may be used. @throws {AppwriteError} when it was revoked. */
  async checkSession(): Promise<void> {
    await this.#options.checkSession?.();
  }

  /** @throws {AppwriteError} */
  override async call(
    method: string,
    url: URL,
    headers: Record<string, string> = {},
    params: Payload = {},
    // biome-ignore lint/suspicious/noExplicitAny: the SDK's own signature; its services type each result.
  ): Promise<any> {
    const { uri, options } = this.prepareRequest(method, url, headers, params);
    const request = {
      url: uri,
      method: options.method ?? "GET",
      headers: new Headers(options.headers),
      body: options.body,
      deadlineMs: this.#options.deadlineMs,
    };
    const send = () => this.transport.exchange(request, (response) => this.parseResponse(response));
    if (request.method !== "GET") {
      await this.checkSession();
      return send();
    }
    // In parallel; the call starts first, since it takes longer.
    const [result] = await Promise.all([send(), this.checkSession()]);
    return result;
  }

  /**
   * Parses a response's JSON; null for one without content.
   * @throws {AppwriteError} `rejected` with Appwrite's message, or `broken`.
   */
  async parseResponse(response: Response): Promise<unknown> {
    if (response.status === 204) return null;
    const text = await response.text();
    const body = parseJson(text);
    if (response.ok && body !== undefined) return body;
    if (response.ok) throw new AppwriteError("broken", "Appwrite's response is not JSON", response.status);
    const error = parseErrorBody(body);
    if (error?.type === MAIL_OFF_TYPE) {
      // A 503, although Appwrite works: it has no mail server.
      throw new AppwriteError("rejected", error.message, response.status, error.type);
    }
    if (response.status >= 500 || !error) {
      throw new AppwriteError("broken", error?.message ?? "Appwrite failed", response.status, error?.type);
    }
    if (this.#isApiKeyError(response.status, error.type)) {
      throw new AppwriteError("broken", `Appwrite rejects the API key: ${error.message}`, response.status, error.type);
    }
    throw new AppwriteError("rejected", error.message, response.status, error.type, retryAfter(response));
  }

  /** True when the API key itself is rejected: that is a fault of the deployment, not of the visitor. */
  #isApiKeyError(status: number, type: string): boolean {
    const { credentials } = this.#options;
    if (!credentials || !("key" in credentials)) return false;
    return status === 401 && (type === "user_unauthorized" || type === "general_unauthorized_scope");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseErrorBody(body: unknown): { message: string; type: string } | null {
  if (typeof body !== "object" || body === null || !("message" in body) || typeof body.message !== "string")
    return null;
  return { message: body.message, type: "type" in body && typeof body.type === "string" ? body.type : "" };
}

/** Seconds until the rate limit resets, from `X-RateLimit-Reset` (seconds since 1970). */
function retryAfter(response: Response): number | undefined {
  if (response.status !== 429) return undefined;
  const reset = Number(response.headers.get("X-RateLimit-Reset"));
  return reset > 0 ? Math.max(1, Math.ceil(reset - Date.now() / 1000)) : 60;
}
