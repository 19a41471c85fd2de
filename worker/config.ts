// The Worker's bindings and settings, parsed once; an error names every setting that is wrong or missing.
// The small form of zod, as in everything that an isolate loads at its start: all of zod takes a good part of that time.
import * as z from "zod/mini";
import type { PublicConfig } from "../app/context";
import { FILE_MAX_BYTES } from "../app/contract/limits";
import type { AppwriteEndpoint } from "./appwrite/endpoint";
import type { AttemptCounter } from "./durable-objects/attempt-counter";
import type { EmailTokenRegister } from "./durable-objects/email-token-register";
import type { PhraseWords } from "./durable-objects/phrase-words";
import type { RevocationRecord } from "./durable-objects/revocation-record";
import { createKeyring, type Keyring } from "./session/keyring";

/** What wrangler.toml binds. Settings are read through `loadConfig` alone. */
export interface Bindings {
  ATTEMPTS: DurableObjectNamespace<AttemptCounter>;
  REVOCATIONS: DurableObjectNamespace<RevocationRecord>;
  EMAIL_TOKENS: DurableObjectNamespace<EmailTokenRegister>;
  PHRASE_WORDS: DurableObjectNamespace<PhraseWords>;
  BURST_LIMIT: RateLimit;
  /** Static pages, under the build that made them. */
  PAGES: KVNamespace;
  /** The static files, which mostly are served without the Worker. */
  ASSETS: Fetcher;
  /** Only in the local environment: the embedded Appwrite. */
  EMBEDDED?: DurableObjectNamespace;
}

/** Everything a deployment is told, in the form in which it is used. */
export interface Config {
  endpoint: AppwriteEndpoint;
  projectId: string;
  apiKey: string;
  databaseId: string;
  collectionId: string;
  bucketId: string;
  keyring: Keyring;
  /** Where the site is, as a deployment says it; null leaves it to each request. */
  siteOrigin: string | null;
  public: PublicConfig;
  /** The embedded backend's mailbox, which exists only there. */
  mailbox: ((request: Request) => Promise<Response>) | null;
}

/** Settings that keep the product from running, by name. */
export class SettingsError extends Error {
  override name = "SettingsError";
  constructor(readonly problems: ReadonlyMap<string, string>) {
    super([...problems].map(([name, problem]) => `${name} ${problem}`).join("; "));
  }
}

/** The one object that is the embedded backend. */
const EMBEDDED_NAME = "navarambh";

const MISSING = "is not set";
const required = z.string({ error: MISSING });
const link = z.optional(z.url({ protocol: /^https$/, error: "is not an https:// address" }));
const secret = z.string({ error: MISSING }).check(z.minLength(32, "has fewer than 32 characters"));
const webAddress = z.url({ protocol: /^https?$/, error: "is not a web address" });

const PublicSettingsSchema = z.object({
  FILE_MAX_BYTES: z._default(
    z.coerce
      .number({ error: "is not a number of bytes" })
      .check(z.int("is not a whole number of bytes"), z.positive("is not a positive number of bytes")),
    FILE_MAX_BYTES,
  ),
  EMAIL_VERIFIED_AT_SIGN_UP: z._default(z.enum(["true", "false"], { error: 'is neither "true" nor "false"' }), "true"),
  /** Where the site is, such as "https://navarambh.example", for the links in mails. */
  SITE_ORIGIN: z.optional(webAddress),
  SOCIAL_LINKEDIN: link,
  SOCIAL_INSTAGRAM: link,
  SOCIAL_X: link,
  SOCIAL_YOUTUBE: link,
});

const AppwriteSettingsSchema = z.object({
  APPWRITE_ENDPOINT: z.pipe(required, webAddress),
  APPWRITE_PROJECT_ID: required,
  APPWRITE_API_KEY: required,
  APPWRITE_DATABASE_ID: required,
  APPWRITE_COLLECTION_ID: required,
  APPWRITE_BUCKET_ID: required,
  SESSION_SECRET: secret,
  /** The secret before the present one: what it sealed still opens. */
  SESSION_SECRET_PREVIOUS: z.optional(secret),
});

const EmbeddedSettingsSchema = z.object({
  projectId: z.string(),
  databaseId: z.string(),
  collectionId: z.string(),
  bucketId: z.string(),
  apiKey: z.string(),
  sessionSecret: z.string(),
});

/**
 * Parses the settings of a deployment; the embedded backend brings its own.
 * @throws {SettingsError} naming every setting that is missing or wrong.
 */
export async function loadConfig(env: Bindings): Promise<Config> {
  const settings = withoutEmpty(env);
  const shown = PublicSettingsSchema.safeParse(settings);
  const embedded = settings.EMBEDDED_APPWRITE === "true" ? env.EMBEDDED : undefined;
  const appwrite = embedded ? null : AppwriteSettingsSchema.safeParse(settings);
  const problems = new Map([...problemsOf(shown), ...problemsOf(appwrite)]);
  if (problems.size > 0 || !shown.success) throw new SettingsError(problems);

  const { SITE_ORIGIN } = shown.data;
  const common = {
    siteOrigin: SITE_ORIGIN ? new URL(SITE_ORIGIN).origin : null,
    public: {
      fileMaxBytes: shown.data.FILE_MAX_BYTES,
      emailVerifiedAtSignUp: shown.data.EMAIL_VERIFIED_AT_SIGN_UP === "true",
      socialLinks: {
        linkedin: shown.data.SOCIAL_LINKEDIN,
        instagram: shown.data.SOCIAL_INSTAGRAM,
        x: shown.data.SOCIAL_X,
        youtube: shown.data.SOCIAL_YOUTUBE,
      },
      hasMailbox: embedded !== undefined,
    },
  };
  if (embedded) {
    const backend = embedded.get(embedded.idFromName(EMBEDDED_NAME));
    const answer = await backend.fetch("http://embedded/__embedded/settings");
    const { sessionSecret, ...own } = EmbeddedSettingsSchema.parse(await answer.json());
    return {
      ...common,
      ...own,
      endpoint: { baseUrl: "http://embedded/v1", fetch: (request) => embeddedFetch(embedded, request) },
      keyring: await createKeyring([sessionSecret]),
      mailbox: (request) => embeddedFetch(embedded, request),
    };
  }
  if (!appwrite?.success) throw new SettingsError(problems);
  const { data } = appwrite;
  const previous = data.SESSION_SECRET_PREVIOUS;
  return {
    ...common,
    endpoint: { baseUrl: data.APPWRITE_ENDPOINT.replace(/\/+$/, ""), fetch: (request) => fetch(request) },
    projectId: data.APPWRITE_PROJECT_ID,
    apiKey: data.APPWRITE_API_KEY,
    databaseId: data.APPWRITE_DATABASE_ID,
    collectionId: data.APPWRITE_COLLECTION_ID,
    bucketId: data.APPWRITE_BUCKET_ID,
    keyring: await createKeyring(previous ? [data.SESSION_SECRET, previous] : [data.SESSION_SECRET]),
    mailbox: null,
  };
}

// A stub whose object broke stays broken, so each call takes a fresh one.
function embeddedFetch(namespace: DurableObjectNamespace, request: Request): Promise<Response> {
  return namespace.get(namespace.idFromName(EMBEDDED_NAME)).fetch(request);
}

/** A setting left empty in a file counts as not set. */
function withoutEmpty(env: Bindings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

function problemsOf(result: ReturnType<z.ZodMiniType["safeParse"]> | null): [string, string][] {
  if (!result || result.success) return [];
  return result.error.issues.map((issue) => [issue.path.join("."), issue.message]);
}
