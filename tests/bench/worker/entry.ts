// The built Worker beside what it is compared with, all in one isolate: a request names which of them answers it.
// Never deployed: the benchmark builds it in a copy of the project.
import { createApp } from "../../../worker/app";
import type { Bindings } from "../../../worker/config";
import type { RevocationRecord } from "../../../worker/durable-objects/revocation-record";
import { EmbeddedAppwrite as Embedded, type EmbeddedEnv } from "../../../worker/embedded/index";
import type { MakeStatic } from "../../../worker/pages/page-cache/page-cache";
import type { RenderPage } from "../../../worker/pages/render";
import { VARIANT_HEADER, type Variant } from "../support/variant";

export { AccountChangeRecord } from "../../../worker/durable-objects/account-change-record";
export { AttemptCounter } from "../../../worker/durable-objects/attempt-counter";
export { EmailTokenRegister } from "../../../worker/durable-objects/email-token-register";
export { PendingUploads } from "../../../worker/durable-objects/pending-uploads";
export { PhraseWords } from "../../../worker/durable-objects/phrase-words";
export { RevocationRecord } from "../../../worker/durable-objects/revocation-record";

/** As worker/index.ts has it. */
const render: RenderPage = async (page) => (await import("../../../worker/pages/built")).renderBuilt(page);
const makeStatic: MakeStatic = async (rendered, env) =>
  (await import("../../../worker/pages/built")).makeBuiltStatic(rendered, env);
const product = createApp({ render, buildId: "bench", makeStatic });
/** React Router as it comes: every page rendered for its request, scripts loaded at once, stylesheets linked. */
const stock = createApp({ render, buildId: "bench" });

/** How long KV takes in the worst places, in milliseconds. */
const SLOW_KV_MS = 600;

/** A KV namespace in memory, as far as the page cache uses one. */
function memoryKv(delayMs = 0): KVNamespace {
  const entries = new Map<string, { value: ArrayBuffer; metadata: unknown }>();
  const kv = {
    async getWithMetadata(key: string) {
      if (delayMs > 0) await scheduler.wait(delayMs);
      return { ...(entries.get(key) ?? { value: null, metadata: null }), cacheStatus: null };
    },
    async put(key: string, value: ArrayBufferView<ArrayBuffer>, options: { metadata: unknown }) {
      entries.set(key, { value: new Uint8Array(value.buffer).slice().buffer, metadata: options.metadata });
    },
  };
  return kv as unknown as KVNamespace;
}

/** Nobody is turned away for asking often: that is what a benchmark does. */
const noLimit = { limit: async () => ({ success: true }) } as unknown as RateLimit;

let warm: Bindings | undefined;
let unlocked: Bindings | undefined;
let bare: { body: ArrayBuffer; init: ResponseInit } | undefined;

/** The bytes and headers of the cached page, taken once. */
async function bareAnswer(request: Request, warm: Bindings, ctx: ExecutionContext): Promise<Response> {
  if (!bare) {
    const answer = await product.fetch(request, warm, ctx);
    // Without its encoding named, the body is read as it goes over the wire.
    const body = await new Response(answer.body).arrayBuffer();
    bare = { body, init: { headers: new Headers(answer.headers), encodeBody: "manual" } };
  }
  return new Response(bare.body, bare.init);
}

/** The records of uploads without their locks: only the questions are left that every part asks anyway. */
function withoutLocks(records: DurableObjectNamespace<RevocationRecord>): DurableObjectNamespace<RevocationRecord> {
  const namespace = {
    idFromName: (name: string) => records.idFromName(name),
    get(id: DurableObjectId) {
      const record = records.get(id);
      const unlocked = {
        isMarked: () => record.isMarked(),
        isDeleted: () => record.isDeleted(),
        lockUpload: async () => ((await record.isMarked()) ? "revoked" : { offset: 0 }),
        notePart: async () => ({ isDeleted: await record.isDeleted(), isLocked: true }),
        extendLock: async () => {},
        unlockUpload: async () => {},
      };
      return unlocked satisfies Partial<Record<keyof RevocationRecord, unknown>>;
    },
  };
  return namespace as unknown as DurableObjectNamespace<RevocationRecord>;
}

/** The settings are no part of the bindings' type: the product reads them through a schema. */
const backendOf = (env: Bindings): string => (env as unknown as { APPWRITE_ENDPOINT: string }).APPWRITE_ENDPOINT;

/** The embedded Appwrite, with the bytes of files in memory: a bare workerd has no R2. */
export class EmbeddedAppwrite extends Embedded {
  constructor(state: DurableObjectState, env: EmbeddedEnv) {
    super(state, { ...env, EMBEDDED_FILES: memoryBucket() });
  }
}

/** An R2 bucket in memory, as far as the embedded Appwrite uses one. */
function memoryBucket(): R2Bucket {
  const objects = new Map<string, Uint8Array>();
  const bucket = {
    async put(key: string, bytes: Uint8Array) {
      objects.set(key, bytes.slice());
    },
    async get(key: string, { range }: { range?: { offset: number; length: number } } = {}) {
      const bytes = objects.get(key);
      return bytes
        ? new Response(range ? bytes.slice(range.offset, range.offset + range.length) : bytes.slice())
        : null;
    },
    async delete(keys: string | string[]) {
      for (const key of [keys].flat()) objects.delete(key);
    },
  };
  return bucket as unknown as R2Bucket;
}

/** The embedded Appwrite, when this process is to be nothing else. */
function appwriteOf(env: Bindings): Fetcher | null {
  const { EMBEDDED } = env;
  if (!EMBEDDED || !("SERVES_APPWRITE" in env)) return null;
  return EMBEDDED.get(EMBEDDED.idFromName("navarambh"));
}

export default {
  async fetch(request, env, ctx) {
    const appwrite = appwriteOf(env);
    if (appwrite) return appwrite.fetch(request);
    const variant = request.headers.get(VARIANT_HEADER) as Variant | null;
    warm ??= { ...env, PAGES: memoryKv(), BURST_LIMIT: noLimit, NETWORK_LIMIT: noLimit, PAGE_LIMIT: noLimit };
    switch (variant) {
      case "bare":
        return bareAnswer(request, warm, ctx);
      case "relay":
        // A Worker that hands a call on as it is, and its answer back unread.
        return fetch(new Request(new URL(new URL(request.url).pathname, backendOf(env)), request));
      case "stock":
        return stock.fetch(request, warm, ctx);
      case "unlocked":
        unlocked ??= { ...warm, REVOCATIONS: withoutLocks(warm.REVOCATIONS) };
        return product.fetch(request, unlocked, ctx);
      case "cold":
        // The first page of its isolate, when the benchmark has just started workerd.
        return product.fetch(request, { ...warm, PAGES: memoryKv(SLOW_KV_MS) }, ctx);
      default:
        return product.fetch(request, warm, ctx);
    }
  },
} satisfies ExportedHandler<Bindings>;
