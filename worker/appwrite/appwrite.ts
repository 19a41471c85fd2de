// Appwrite as one request uses it: with the API key, with the member's session, or with neither.
import { Account, Databases, Storage } from "appwrite";
import type { Config } from "../config";
import { AppwriteClient, type Credentials } from "./client";
import { AppwriteError } from "./errors";
import { Files } from "./files";
import { Profiles } from "./profiles";
import type { Transport } from "./transport";
import { Users } from "./users";

/** The calls of one kind of caller. */
export interface Backend {
  account: Account;
  profiles: Profiles;
  files: Files;
}

/** The calls that only the API key may make. */
export interface AdminBackend extends Backend {
  users: Users;
}

export interface Appwrite {
  /** With the API key: creating accounts and sessions, tokens and recovery, guests' files. */
  admin: AdminBackend;
  /** Without credentials: what a link in a mail does. */
  guest: Backend;
  /**
   * With a member's session: everything a member does.
   * @param deadlineMs for calls that may take less time than others.
   */
  member(secret: string, admitted: () => Promise<void>, deadlineMs?: number): Backend;
  /** True while the backend is known to be down. */
  readonly isDown: boolean;
  /** Whether the backend answers now; asked even while it is known to be down. */
  answers(): Promise<boolean>;
}

export interface AppwriteOptions {
  config: Config;
  transport: Transport;
  requestId: string;
  userAgent: string;
  clientAddress: string;
}

export function createAppwrite({ config, transport, ...visitor }: AppwriteOptions): Appwrite {
  const common = { transport, projectId: config.projectId, ...visitor };
  const clientFor = (credentials: Credentials, admitted?: () => Promise<void>, deadlineMs?: number) =>
    new AppwriteClient({ ...common, credentials, admitted, deadlineMs });
  const backend = (client: AppwriteClient): Backend => ({
    account: new Account(client),
    profiles: new Profiles(new Databases(client), config.databaseId, config.collectionId),
    files: new Files(client, new Storage(client), config.bucketId),
  });
  const keyed = clientFor({ key: config.apiKey });
  const nobody = clientFor(null);
  return {
    admin: { ...backend(keyed), users: new Users(keyed) },
    guest: backend(nobody),
    member: (secret, admitted, deadlineMs) => backend(clientFor({ session: secret }, admitted, deadlineMs)),
    get isDown() {
      return transport.isDown;
    },
    async answers() {
      const headers = new Headers(nobody.credentialHeaders());
      const check = { url: `${transport.baseUrl}/health/version`, method: "GET", headers, probe: true };
      const read = async (response: Response) => {
        await response.body?.cancel();
        // Thrown, so that a gateway's 503 does not close the circuit.
        if (!response.ok) throw new AppwriteError("broken", "Appwrite is not well", response.status);
        return true;
      };
      return transport.exchange(check, read).catch(() => false);
    },
  };
}
