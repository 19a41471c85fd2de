// The SDK's client with our own way of calling: over our transport, with a deadline, and with typed errors.
import { Client, type Payload } from "appwrite";
import { AppwriteError } from "./errors";
import type { Transport } from "./transport";

/** How a client shows who asks. Never two at once: a real server refuses a key and a session on one call. */
export type Credentials = { key: string } | { session: string } | null;

export interface ClientOptions {
  transport: Transport;
  projectId: string;
  credentials: Credentials;
  requestId: string;
  /** The visitor's browser, which Appwrite notes in the session that it opens. */
  userAgent: string;
  /** The visitor's address, so that limits and sessions are his and not this Worker's; "" when it is not known. */
  clientAddress: string;
  /** Rejects when the session must not be used any more; asked beside a read and before a change. */
  admitted?: () => Promise<void>;
  /** How long a call of this client may take, where that is less than the transport allows; in milliseconds. */
  deadlineMs?: number;
}

export class AppwriteClient extends Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    super();
    this.#options = options;
    this.setEndpoint(options.transport.baseUrl).setProject(options.projectId);
    Object.assign(this.headers, this.credentialHeaders());
  }

  /** The headers that every request of this client carries, for those that go round the SDK. */
  credentialHeaders(): Record<string, string> {
    const { credentials, requestId, userAgent, clientAddress, projectId } = this.#options;
    return {
      "X-Appwrite-Project": projectId,
      "X-Request-Id": requestId,
      ...(userAgent ? { "User-Agent": userAgent } : {}),
      ...(clientAddress ? { "X-Forwarded-For": clientAddress } : {}),
      ...(credentials && "key" in credentials ? { "X-Appwrite-Key": credentials.key } : {}),
      ...(credentials && "session" in credentials ? { "X-Appwrite-Session": credentials.session } : {}),
    };
  }

  get transport(): Transport {
    return this.#options.transport;
  }

  /** Resolves when this client's session may still be used. */
  async admitted(): Promise<void> {
    await this.#options.admitted?.();
  }

  /** @throws {AppwriteError} */
  override async call(
    method: string,
    url: URL,
    headers: Record<string, string> = {},
    params: Payload = {},
    // biome-ignore lint/suspicious/noExplicitAny: the SDK's own signature; its services give each answer its type.
  ): Promise<any> {
    const { uri, options } = this.prepareRequest(method, url, headers, params);
    const outgoing = {
      url: uri,
      method: options.method ?? "GET",
      headers: new Headers(options.headers),
      body: options.body,
      deadlineMs: this.#options.deadlineMs,
    };
    const exchange = () => this.transport.exchange(outgoing, (response) => this.readAnswer(response));
    if (outgoing.method !== "GET") {
      await this.admitted();
      return exchange();
    }
    // Side by side; the call is sent first, since it takes longer.
    const [answer] = await Promise.all([exchange(), this.admitted()]);
    return answer;
  }

  /**
   * The JSON of an answer; null for one without content.
   * @throws {AppwriteError} `refused` with Appwrite's words, or `broken`.
   */
  async readAnswer(response: Response): Promise<unknown> {
    if (response.status === 204) return null;
    const text = await response.text();
    const body = parseJson(text);
    if (response.ok && body !== undefined) return body;
    if (response.ok) throw new AppwriteError("broken", "Appwrite's answer is not JSON", response.status);
    const refusal = refusalOf(body);
    if (response.status >= 500 || !refusal) {
      throw new AppwriteError("broken", refusal?.message ?? "Appwrite failed", response.status, refusal?.type);
    }
    if (this.#isKeyTrouble(response.status, refusal.type)) {
      throw new AppwriteError(
        "broken",
        `Appwrite refuses the API key: ${refusal.message}`,
        response.status,
        refusal.type,
      );
    }
    throw new AppwriteError("refused", refusal.message, response.status, refusal.type, retryAfter(response));
  }

  /** A keyed call that lacks a right is a fault of the deployment, not of the visitor. */
  #isKeyTrouble(status: number, type: string): boolean {
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

function refusalOf(body: unknown): { message: string; type: string } | null {
  if (typeof body !== "object" || body === null || !("message" in body) || typeof body.message !== "string")
    return null;
  return { message: body.message, type: "type" in body && typeof body.type === "string" ? body.type : "" };
}

/** Seconds until a rate limit's window ends, from `X-RateLimit-Reset` (seconds since 1970). */
function retryAfter(response: Response): number | undefined {
  if (response.status !== 429) return undefined;
  const reset = Number(response.headers.get("X-RateLimit-Reset"));
  return reset > 0 ? Math.max(1, Math.ceil(reset - Date.now() / 1000)) : 60;
}
