// Appwrite's realtime socket. Its events carry what must never leave this Worker: secrets of authenticators, recovery codes, hashes of
// passwords. So no event is passed on: of each, only what it is about is read.
import * as z from "zod/mini";
import type { Change } from "../../app/contract/realtime";
import type { AppwriteClient } from "./client";
import { AppwriteError } from "./errors";

/** What a frame says. */
export type RealtimeFrame =
  /** The first frame. `userId` is null when Appwrite takes the session for a guest's. */
  | { type: "connected"; userId: string | null }
  /** Something changed. `mayEndSession` is true for an event after which the session of this socket may be over. */
  | { type: "event"; changed: Change | null; mayEndSession: boolean }
  | { type: "pong" }
  | { type: "other" };

/** The message to which Appwrite answers with a pong. */
export const REALTIME_PING = JSON.stringify({ type: "ping" });

/** The longest frame that is parsed, in characters. A user's preferences alone may have 64 KB. */
const FRAME_MAX_CHARACTERS = 256 * 1024;

// Schemas without the payload: what they do not name is dropped.
const FrameSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("connected"),
    data: z.object({ user: z.optional(z.nullable(z.object({ $id: z.string() }))) }),
  }),
  z.object({ type: z.literal("event"), data: z.object({ events: z.array(z.string()) }) }),
  z.object({ type: z.literal("pong") }),
]);

/**
 * Reads what a frame says.
 * @param data a message of Appwrite's socket. One that cannot be read counts as "other"
 */
export function readFrame(data: unknown): RealtimeFrame {
  if (typeof data !== "string" || data.length > FRAME_MAX_CHARACTERS) return { type: "other" };
  const frame = FrameSchema.safeParse(parseJson(data));
  if (!frame.success) return { type: "other" };
  switch (frame.data.type) {
    case "connected":
      return { type: "connected", userId: frame.data.data.user?.$id ?? null };
    case "event":
      return { type: "event", ...readEvent(frame.data.data.events) };
    case "pong":
      return { type: "pong" };
  }
}

/**
 * @param names an event's names, the most general action on one subject first: "users.68f1.update", "users.*.update", "users.68f1.update.name", or
 * "databases.main.collections.users.documents.68f1.update". `users.{id}.delete` comes for a deleted authenticator, too, so that it only makes
 * the session doubtful.
 */
function readEvent(names: readonly string[]): { changed: Change | null; mayEndSession: boolean } {
  const [name = ""] = names;
  const [subject, , kind] = name.split(".");
  const isNew = name.endsWith(".create");
  if (subject === "buckets") return { changed: "files", mayEndSession: false };
  if (subject === "databases") return { changed: "profile", mayEndSession: false };
  if (subject !== "users") return { changed: null, mayEndSession: false };
  if (kind === "sessions") return { changed: "sessions", mayEndSession: !isNew };
  // A mail was requested, or a second factor: nothing that a page shows.
  if (isNew) return { changed: null, mayEndSession: false };
  // Only a number that no other account has is written to the account. Nobody may find out whether it was; the profile has every number.
  if (names.includes("users.*.update.phone")) return { changed: null, mayEndSession: false };
  return { changed: "account", mayEndSession: true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export class Realtime {
  readonly #client: AppwriteClient;
  readonly #channels: readonly string[];

  constructor(client: AppwriteClient, place: { databaseId: string; collectionId: string; bucketId: string }) {
    this.#client = client;
    // Appwrite sends only what the session's user may read: of rows and files, their own.
    this.#channels = [
      "account",
      `databases.${place.databaseId}.tables.${place.collectionId}.rows`,
      `buckets.${place.bucketId}.files`,
    ];
  }

  /**
   * Opens a socket with this client's session. It is not accepted yet, so that no frame is lost. Appwrite also opens one for a session
   * that has ended, or that lacks its second factor: check it with a call before and after.
   * Where Appwrite opens none, the rest of it may well work, so a failure does not count in the circuit.
   * @throws {AppwriteError} when Appwrite cannot be reached, or opens none.
   */
  async open(): Promise<WebSocket> {
    const { transport } = this.#client;
    const { "X-Appwrite-Project": project = "", ...credentials } = this.#client.credentialHeaders();
    const query = new URLSearchParams([
      ["project", project],
      ...this.#channels.map((channel) => ["channels[]", channel]),
    ]);
    const headers = new Headers({ ...credentials, Upgrade: "websocket" });
    const url = `${transport.baseUrl}/realtime?${query}`;
    return transport.exchange(
      { url, method: "GET", headers, isOptional: true },
      async ({ webSocket, status, body }) => {
        if (webSocket) return webSocket;
        await body?.cancel();
        throw new AppwriteError("broken", "Appwrite opens no socket", status);
      },
    );
  }
}
