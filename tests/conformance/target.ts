// The server that the recordings are replayed against: its endpoints and keys, and helpers that prepare its state.
import { send } from "./client.ts";
import type { Json } from "./fixture.ts";

export interface TargetSettings {
  /** Such as http://127.0.0.1:8090/v1 */
  endpoint: string;
  /** Where realtime sockets are opened, possibly on another host or port. */
  realtimeEndpoint: string;
  /** Where sent e-mails can be read, in the format of the embedded Appwrite's mailbox. */
  mailbox: string;
  apiKey: string;
  /** A key without the scope `users.read`. */
  restrictedApiKey: string;
  /** Sets how many more bytes of files the server can store; null for no limit. Only servers that we start can do so. */
  limitDisk?: (bytes: number | null) => Promise<void>;
  /** Sets the counters of all rate limits back. Only the embedded server has an endpoint for it. */
  resetRateLimits?: () => Promise<void>;
}

export interface Mail {
  kind: string;
  to: string;
  links: string[];
  code?: string;
}

interface SetupCall {
  /** The session's secret, or null for a guest. By default the call has the API key. */
  session?: string | null;
  body?: Json;
}

export class Target {
  readonly settings: TargetSettings;
  readonly endpoint: URL;

  constructor(settings: TargetSettings) {
    this.settings = settings;
    this.endpoint = new URL(settings.endpoint);
  }

  /** Makes a call that prepares state. Throws when it fails. */
  async call(method: string, path: string, { session, body }: SetupCall = {}): Promise<Record<string, Json>> {
    const response = await this.tryCall(method, path, { session, body });
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
    return response.text === "" ? {} : JSON.parse(response.text);
  }

  async tryCall(method: string, path: string, { session, body }: SetupCall): Promise<{ status: number; text: string }> {
    const headers: Record<string, string> = { "X-Appwrite-Project": "navarambh", "X-Forwarded-For": "198.51.100.7" };
    if (session === undefined) headers["X-Appwrite-Key"] = this.settings.apiKey;
    else if (session !== null) headers["X-Appwrite-Session"] = session;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const response = await send(this.endpoint, { method, path: `/v1${path}`, headers, body: bytes });
    return { status: response.status, text: new TextDecoder().decode(response.body) };
  }

  /** Uploads a small file and returns its id. A `session` of null makes a guest. */
  async upload(session: string | null, fileId: string, filename: string, bytes: Uint8Array): Promise<string> {
    const form = new FormData();
    form.set("fileId", fileId);
    form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], filename));
    const response = await fetch(`${this.settings.endpoint}/storage/buckets/files/files`, {
      method: "POST",
      headers: {
        "X-Appwrite-Project": "navarambh",
        "X-Forwarded-For": "198.51.100.7",
        ...(session !== null && { "X-Appwrite-Session": session }),
      },
      body: form,
    });
    const file = (await response.json()) as Record<string, string>;
    if (!response.ok || file.$id === undefined) throw new Error(`Upload of ${filename}: ${JSON.stringify(file)}`);
    return file.$id;
  }

  /** Sets how many more bytes of files the server can store. Throws when the server has no such setting. */
  async limitDisk(bytes: number | null): Promise<void> {
    if (!this.settings.limitDisk) throw new Error("The disk of this server cannot be limited");
    await this.settings.limitDisk(bytes);
  }

  /** Sets the counters of all rate limits back. Throws when the server cannot do so. */
  async resetRateLimits(): Promise<void> {
    if (!this.settings.resetRateLimits) throw new Error("The rate limits of this server cannot be set back");
    await this.settings.resetRateLimits();
  }

  /** The mails of `kind` to `address`, newest first. Throws when there is none. */
  async readMails(kind: string, address: string): Promise<[Mail, ...Mail[]]> {
    const mails = (await (await fetch(this.settings.mailbox)).json()) as Mail[];
    const [newest, ...older] = mails.filter((each) => each.kind === kind && each.to === address);
    if (!newest) throw new Error(`No mail of kind ${kind} to ${address}`);
    return [newest, ...older];
  }
}
