// The Worker's bindings and settings, parsed once. An error names every setting that is missing or invalid.
// Uses zod/mini, since an isolate loads this file at startup and all of zod would take much of that time.
import * as z from "zod/mini";
import { FILE_MAX_BYTES } from "../app/contract/limits";
import type { PublicConfig } from "../app/contract/public-config";
import type { AppwriteServer } from "./appwrite/server";
import { isLoopback, isPrivate } from "./http/local-network";
import { createKeyring, type Keyring } from "./session/keyring";

/**
 * The bindings of wrangler.toml, without the embedded Appwrite's files. What only the local environment has is optional. Settings
 * come with them, and only `loadConfig` reads those.
 */
export type Bindings = Omit<Env, "EMBEDDED_FILES" | "LEAKED_PASSWORD_CHECK">;

/** The parsed settings of a deployment. */
export interface Config {
  server: AppwriteServer;
  projectId: string;
  apiKey: string;
  databaseId: string;
  collectionId: string;
  bucketId: string;
  keyring: Keyring;
  /** Whether a service on the Internet is asked about new passwords. */
  checksLeakedPasswords: boolean;
  /** The site's origin from the settings; null means that of each request. */
  siteOrigin: string | null;
  public: PublicConfig;
  /** Calls the embedded backend's mailbox; null on a real backend. */
  mailbox: ((request: Request) => Promise<Response>) | null;
}

/** Lists the settings that are missing or invalid, with the reason for each. */
export class SettingsError extends Error {
  override name = "SettingsError";
  constructor(readonly errors: ReadonlyMap<string, string>) {
    super([...errors].map(([name, error]) => `${name} ${error}`).join("; "));
  }
}

/** The name of the Durable Object that is the embedded backend. */
const EMBEDDED_NAME = "navarambh";

const MISSING = "is not set";
/** Without the line break that a setting piped into wrangler may end in. */
const required = z.string({ error: MISSING }).check(z.trim());
const appwriteId = required.check(
  z.regex(/^[\w.-]{1,36}$/, "is not an id: those have up to 36 letters, digits, . _ or -"),
);
const link = z.optional(z.url({ protocol: /^https$/, error: "is not an https:// address" }));
const secret = z.string({ error: MISSING }).check(z.minLength(32, "has fewer than 32 characters"));
const webAddress = z.url({ protocol: /^https?$/, error: "is not a web address", abort: true });

const PublicSettingsSchema = z.object({
  FILE_MAX_BYTES: z._default(
    z.coerce
      .number({ error: "is not a number of bytes" })
      .check(z.int("is not a whole number of bytes"), z.positive("is not a positive number of bytes")),
    FILE_MAX_BYTES,
  ),
  EMAIL_VERIFIED_AT_SIGN_UP: z._default(z.enum(["true", "false"], { error: 'is neither "true" nor "false"' }), "true"),
  LEAKED_PASSWORD_CHECK: z._default(z.enum(["true", "false"], { error: 'is neither "true" nor "false"' }), "false"),
  /** The site's origin, such as "https://navarambh.example", for links in e-mails. */
  SITE_ORIGIN: z.optional(webAddress),
  SOCIAL_LINKEDIN: link,
  SOCIAL_INSTAGRAM: link,
  SOCIAL_X: link,
  SOCIAL_YOUTUBE: link,
});

const AppwriteSettingsSchema = z.object({
  APPWRITE_ENDPOINT: z.pipe(
    required,
    // The API key and members' sessions go there.
    webAddress.check(
      z.refine(isEncryptedOrPrivate, "does not begin with https://"),
      z.regex(/[^/]\/v1\/*$/, "does not end in /v1"),
    ),
  ),
  APPWRITE_PROJECT_ID: appwriteId,
  APPWRITE_API_KEY: required.check(z.regex(/^[\x21-\x7e]+$/, "has a space or another character that no key has")),
  APPWRITE_DATABASE_ID: appwriteId,
  APPWRITE_COLLECTION_ID: appwriteId,
  APPWRITE_BUCKET_ID: appwriteId,
  SESSION_SECRET: secret,
  /** The previous secret: cookies and tickets sealed with it still open. */
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
 * Parses the settings of a deployment. The embedded backend supplies its own ids and secrets.
 * @throws {SettingsError} naming every setting that is missing or invalid.
 */
export async function loadConfig(env: Bindings): Promise<Config> {
  const settings = omitEmpty(env);
  const publicSettings = PublicSettingsSchema.safeParse(settings);
  const embedded = settings.EMBEDDED_APPWRITE === "true" ? env.EMBEDDED : undefined;
  const appwrite = embedded ? null : AppwriteSettingsSchema.safeParse(settings);
  const errors = new Map([...errorsOf(publicSettings), ...errorsOf(appwrite)]);
  if (errors.size > 0 || !publicSettings.success) throw new SettingsError(errors);

  const { SITE_ORIGIN } = publicSettings.data;
  const common = {
    checksLeakedPasswords: publicSettings.data.LEAKED_PASSWORD_CHECK === "true",
    siteOrigin: SITE_ORIGIN ? new URL(SITE_ORIGIN).origin : null,
    public: {
      fileMaxBytes: publicSettings.data.FILE_MAX_BYTES,
      requiresEmailProof: publicSettings.data.EMAIL_VERIFIED_AT_SIGN_UP === "false",
      socialLinks: {
        linkedin: publicSettings.data.SOCIAL_LINKEDIN,
        instagram: publicSettings.data.SOCIAL_INSTAGRAM,
        x: publicSettings.data.SOCIAL_X,
        youtube: publicSettings.data.SOCIAL_YOUTUBE,
      },
      hasMailbox: embedded !== undefined,
    },
  };
  if (embedded) {
    const backend = embedded.get(embedded.idFromName(EMBEDDED_NAME));
    const response = await backend.fetch("http://embedded/__embedded/settings");
    const { sessionSecret, ...backendSettings } = EmbeddedSettingsSchema.parse(await response.json());
    return {
      ...common,
      ...backendSettings,
      server: { baseUrl: "http://embedded/v1", fetch: (request) => embeddedFetch(embedded, request) },
      keyring: await createKeyring([sessionSecret]),
      mailbox: (request) => embeddedFetch(embedded, request),
    };
  }
  if (!appwrite?.success) throw new SettingsError(errors);
  const { data } = appwrite;
  const previous = data.SESSION_SECRET_PREVIOUS;
  return {
    ...common,
    server: { baseUrl: data.APPWRITE_ENDPOINT.replace(/\/+$/, ""), fetch: (request) => fetch(request) },
    projectId: data.APPWRITE_PROJECT_ID,
    apiKey: data.APPWRITE_API_KEY,
    databaseId: data.APPWRITE_DATABASE_ID,
    collectionId: data.APPWRITE_COLLECTION_ID,
    bucketId: data.APPWRITE_BUCKET_ID,
    keyring: await createKeyring(previous ? [data.SESSION_SECRET, previous] : [data.SESSION_SECRET]),
    mailbox: null,
  };
}

// A stub stays broken after its Durable Object failed, so each call gets a new one.
function embeddedFetch(namespace: DurableObjectNamespace, request: Request): Promise<Response> {
  return namespace.get(namespace.idFromName(EMBEDDED_NAME)).fetch(request);
}

/**
 * True for an address with https, or of a host on this machine or in a private network, which a Worker reaches by a tunnel or Workers VPC.
 * What is no address has an error of its own.
 */
function isEncryptedOrPrivate(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopback(hostname) || isPrivate(hostname);
}

/** An empty setting counts as not set. */
function omitEmpty(env: Bindings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

function errorsOf(result: ReturnType<z.ZodMiniType["safeParse"]> | null): [string, string][] {
  if (!result || result.success) return [];
  return result.error.issues.map((issue) => [issue.path.join("."), issue.message]);
}
