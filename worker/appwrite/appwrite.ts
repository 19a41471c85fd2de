// The Appwrite clients of one request: with the API key, with the member's session, or with neither.
import { Account, Storage, TablesDB } from "appwrite";
import * as z from "zod/mini";
import type { Config } from "../config";
import type { GuestNetwork } from "./calls-in-flight";
import { AppwriteClient, type Credentials } from "./client";
import { AppwriteError } from "./errors";
import { Files } from "./files";
import type { MailRecord } from "./mail-state";
import { Profiles } from "./profiles";
import { Realtime } from "./realtime";
import type { Transport } from "./transport";
import { Users } from "./users";

const VersionSchema = z.object({ version: z.string() });

/** The services of one client. */
export interface Backend {
  account: Account;
  profiles: Profiles;
  files: Files;
  realtime: Realtime;
}

/** The services of the client with the API key. */
export interface AdminBackend extends Backend {
  users: Users;
}

export interface Appwrite {
  /** With the API key: creating accounts and sessions, tokens and recovery, guests' files. */
  admin: AdminBackend;
  /** Without credentials: for links in e-mails. */
  anonymous: Backend;
  /**
   * With a member's session: everything a member does.
   * @param checkSession rejects when the session was revoked.
   * @param deadlineMs a shorter deadline than the transport's.
   */
  member(secret: string, checkSession: () => Promise<void>, deadlineMs?: number): Backend;
  /** True while the circuit is open: the last calls failed. */
  readonly isDown: boolean;
  /** Admits the request before its first call. @throws {AppwriteError} `overloaded` while Appwrite has too many calls to work on. */
  admit(): Promise<void>;
  /** Counts a page that needs the backend until the function is called. @throws {AppwriteError} `overloaded` when many are in work. */
  beginPage(): () => void;
  /** When to try again, in seconds, after a call of this request was not made: the backend is down or overloaded. Null when all were. */
  readonly retryAfterSeconds: number | null;
  /** Asks for the backend's version, such as "1.9.6". Returns null when it does not respond. Asks even while the circuit is open. */
  readVersion(): Promise<string | null>;
  /** What this isolate has learned about the backend's e-mails. */
  readonly mail: MailRecord;
}

export interface AppwriteOptions {
  config: Config;
  /** That of the isolate. */
  transport: Transport;
  requestId: string;
  userAgent: string;
  clientAddress: string;
  guest: GuestNetwork;
  /** Keeps calls going when the visitor leaves. */
  keepGoing(work: Promise<unknown>): void;
}

export function createAppwrite({ config, transport: shared, keepGoing, guest, ...visitor }: AppwriteOptions): Appwrite {
  const transport = shared.forRequest(keepGoing, guest);
  const common = { transport, projectId: config.projectId, ...visitor };
  const clientFor = (credentials: Credentials, checkSession?: () => Promise<void>, deadlineMs?: number) =>
    new AppwriteClient({ ...common, credentials, checkSession, deadlineMs });
  const backend = (client: AppwriteClient): Backend => ({
    account: new Account(client),
    profiles: new Profiles(new TablesDB(client), config.databaseId, config.collectionId),
    files: new Files(client, new Storage(client), config.bucketId),
    realtime: new Realtime(client, config),
  });
  const withApiKey = clientFor({ key: config.apiKey });
  const withoutCredentials = clientFor(null);
  return {
    admin: { ...backend(withApiKey), users: new Users(withApiKey) },
    anonymous: backend(withoutCredentials),
    member: (secret, checkSession, deadlineMs) => backend(clientFor({ session: secret }, checkSession, deadlineMs)),
    get isDown() {
      return transport.isDown;
    },
    admit: () => transport.admit(),
    beginPage: () => transport.beginPage(),
    get retryAfterSeconds() {
      return transport.retryAfterSeconds;
    },
    mail: transport.mail,
    async readVersion() {
      const headers = new Headers(withoutCredentials.credentialHeaders());
      const check = { url: `${transport.baseUrl}/health/version`, method: "GET", headers, probe: true };
      const read = async (response: Response) => {
        // Throws, so that the circuit counts a gateway's 503 as a failure.
        if (!response.ok) throw new AppwriteError("broken", "Appwrite is unhealthy", response.status);
        const body = VersionSchema.safeParse(await response.json().catch(() => null));
        if (!body.success) throw new AppwriteError("broken", "Appwrite did not send its version", response.status);
        return body.data.version;
      };
      return transport.exchange(check, read).catch(() => null);
    },
  };
}
