// An embedded Appwrite of a test's own, with a clock that stands still until the test moves it, and short ways to call it.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { EmbeddedAppwrite } from "../../../worker/embedded/index";

export const PASSWORD = "Tulsi-river-48";
export const CHUNK_BYTES = 5 * 1024 * 1024;
export const DOCUMENTS = "/v1/databases/main/collections/users/documents";
export const FILES = "/v1/storage/buckets/files/files";
const START = Date.parse("2026-11-21T12:00:00.000Z");

type Namespace = DurableObjectNamespace<EmbeddedAppwrite>;

export interface CallOptions {
  /** The value of a session; `KEY` for the API key; a guest otherwise. */
  as?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The members that the tests look into, of whatever model the answer is; a member that it lacks is undefined. */
interface Model {
  $id: string;
  type: string;
  total: number;
  documents: { $id: string }[];
  userId: string;
  secret: string;
  phrase: string;
  password: string;
  jwt: string;
  emailVerification: boolean;
  name: string;
  college: string;
  guardianAgree: boolean | null;
  mimeType: string;
  chunksUploaded: number;
  mfa: boolean;
  factors: string[];
  recoveryCodes: string[];
}

export interface Reply {
  status: number;
  headers: Headers;
  json: Model;
}

export interface Member {
  id: string;
  email: string;
  session: string;
}

/** Stands for the API key in `as`. */
export const KEY = "KEY";

export class AppwriteUnderTest {
  readonly stub: DurableObjectStub<EmbeddedAppwrite>;
  #apiKey = "";
  #time = START;
  #members = 0;

  private constructor(stub: DurableObjectStub<EmbeddedAppwrite>) {
    this.stub = stub;
  }

  static async create(): Promise<AppwriteUnderTest> {
    const namespace = (env as unknown as { EMBEDDED: Namespace }).EMBEDDED;
    const appwrite = new AppwriteUnderTest(namespace.get(namespace.idFromName(crypto.randomUUID())));
    const settings = await appwrite.stub.fetch("http://localhost/__embedded/settings");
    appwrite.#apiKey = ((await settings.json()) as { apiKey: string }).apiKey;
    await appwrite.#setClock();
    return appwrite;
  }

  /** Lets `seconds` go by. */
  async wait(seconds: number): Promise<void> {
    this.#time += seconds * 1000;
    await this.#setClock();
  }

  /** The time on the server's clock. */
  now(): Date {
    return new Date(this.#time);
  }

  fetch(method: string, path: string, { as, body, headers }: CallOptions = {}): Promise<Response> {
    const identity: Record<string, string> = {};
    if (as === KEY) identity["X-Appwrite-Key"] = this.#apiKey;
    else if (as !== undefined) identity["X-Appwrite-Session"] = as;
    const isForm = body instanceof FormData;
    return this.stub.fetch(`http://localhost${path}`, {
      method,
      headers: {
        "X-Appwrite-Project": "navarambh",
        ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
        ...identity,
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  async call(method: string, path: string, options?: CallOptions): Promise<Reply> {
    const response = await this.fetch(method, path, options);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
    return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : {} };
  }

  /** Signs a new member up and in. */
  async join(prefix = "member"): Promise<Member> {
    this.#members += 1;
    const email = `${prefix}${this.#members}@example.org`;
    const body = { userId: "unique()", email, password: PASSWORD, name: "Asha" };
    const user = await this.call("POST", "/v1/account", { as: KEY, body });
    return { id: user.json.$id, email, session: await this.signIn(email) };
  }

  /** Opens a session by key and gives its value. */
  async signIn(email: string, password = PASSWORD): Promise<string> {
    const body = { email, password };
    return (await this.call("POST", "/v1/account/sessions/email", { as: KEY, body })).json.secret;
  }

  /** Sends a file, or one chunk of it with its `range`. */
  async upload(
    file: { id?: string; name?: string; bytes: Uint8Array; permissions?: string[]; range?: string },
    as?: string,
  ): Promise<Reply> {
    const { id = "unique()", name = "portfolio.zip", bytes, permissions = [], range } = file;
    const form = new FormData();
    form.set("fileId", id);
    for (const permission of permissions) form.append("permissions[]", permission);
    form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
    const headers: Record<string, string> = range ? { "Content-Range": range, "X-Appwrite-ID": id } : {};
    return this.call("POST", FILES, { as, body: form, headers });
  }

  /** Newest first. */
  async mails(): Promise<
    { to: string; subject: string; kind: string; links: string[]; code?: string; phrase?: string }[]
  > {
    return (await this.stub.fetch("http://localhost/__mailbox.json")).json();
  }

  async #setClock(): Promise<void> {
    const time = this.#time;
    await runInDurableObject(this.stub, (instance: EmbeddedAppwrite) => {
      instance.clock = { now: () => new Date(time) };
    });
  }
}

/** `size` bytes of no pattern that a misplaced chunk could keep. */
export function noise(size: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let index = 0; index < size; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** One chunk of `bytes`, the first by default. */
export function chunkOf(bytes: Uint8Array, index = 0): { bytes: Uint8Array; range: string } {
  const chunk = chunksOf(bytes)[index];
  if (!chunk) throw new Error(`There is no chunk ${index}`);
  return chunk;
}

/** The chunks that a client would cut `bytes` into, with their ranges. */
export function chunksOf(bytes: Uint8Array): { bytes: Uint8Array; range: string }[] {
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const start = index * CHUNK_BYTES;
    const end = Math.min(start + CHUNK_BYTES, bytes.length);
    return { bytes: bytes.subarray(start, end), range: `bytes ${start}-${end - 1}/${bytes.length}` };
  });
}
