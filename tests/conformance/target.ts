// The server that the recordings are replayed against: its addresses and keys, and calls that set its state up.
import { send } from "./client.ts";
import type { Json } from "./fixture.ts";

export interface TargetSettings {
  /** Such as http://127.0.0.1:8090/v1 */
  endpoint: string;
  /** Where realtime sockets are opened; it may stand on another host or port. */
  realtimeEndpoint: string;
  /** Where the mails that were sent can be read, as the embedded Appwrite shows them. */
  mailbox: string;
  apiKey: string;
  /** A key that may not read users. */
  restrictedApiKey: string;
}

export interface Mail {
  kind: string;
  to: string;
  links: string[];
  code?: string;
}

interface SetUpCall {
  /** The value of a session, or the API key where none is given. */
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

  /** Makes a call that sets state up, by key unless a session (or null, for a guest) is given. Throws when it fails. */
  async call(method: string, path: string, { session, body }: SetUpCall = {}): Promise<Record<string, Json>> {
    const answer = await this.tryCall(method, path, { session, body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.text === "" ? {} : JSON.parse(answer.text);
  }

  async tryCall(method: string, path: string, { session, body }: SetUpCall): Promise<{ status: number; text: string }> {
    const headers: Record<string, string> = { "X-Appwrite-Project": "navarambh", "X-Forwarded-For": "198.51.100.7" };
    if (session === undefined) headers["X-Appwrite-Key"] = this.settings.apiKey;
    else if (session !== null) headers["X-Appwrite-Session"] = session;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const answer = await send(this.endpoint, { method, path: `/v1${path}`, headers, body: bytes });
    return { status: answer.status, text: new TextDecoder().decode(answer.body) };
  }

  /** Uploads a small file and gives its id; as a guest when `session` is null. */
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

  /** The mails of `kind` to `address`, newest first; at least one. */
  async readMails(kind: string, address: string): Promise<[Mail, ...Mail[]]> {
    const mails = (await (await fetch(this.settings.mailbox)).json()) as Mail[];
    const [newest, ...older] = mails.filter((each) => each.kind === kind && each.to === address);
    if (!newest) throw new Error(`No mail of kind ${kind} to ${address}`);
    return [newest, ...older];
  }
}
