// The format of the fixtures `recordings*.json`: recorded requests and responses of a real server, with placeholders (see
// placeholders.ts) for what varies.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export type RecordedBody =
  | { kind: "empty" }
  | { kind: "html" }
  | { kind: "text"; value: string }
  | { kind: "bytes"; length: number }
  | { kind: "json"; value: Json }
  | RecordedFrames;

/** What a socket received. */
export interface RecordedFrames {
  kind: "frames";
  value: Json;
  /** What happened meanwhile, in order. */
  steps?: SocketStep[];
  /** Whether the server closed the socket. Not all recordings tell. */
  isClosed?: boolean;
}

/** A message that the client sent, or an HTTP call that somebody made. */
export type SocketStep = { /** How many frames had arrived before. */ after: number } & (
  | { send: Json }
  | { call: SocketCall }
);

export interface SocketCall {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: RequestBody;
  /** A session's placeholder, or `opened` for the session that the call before has opened. */
  as: "guest" | "key" | "opened" | `{{session:${number}}}`;
  status: number;
}

export interface RecordedFile {
  field: string;
  filename: string;
  type: string;
  size: number;
  /** The part's Content-Disposition, if it is not the usual one. */
  disposition?: string;
}

export type RequestBody = { text: string } | { json: Json } | { fields: [string, string][]; file: RecordedFile | null };

/** `headers` is an index into the fixture's header sets. */
export interface Recording {
  name: string;
  description: string;
  request: { method: string; path: string; headers: number; body?: RequestBody };
  response: {
    status: number;
    headers: number;
    /** Whether the server sent headers that were not recorded. */
    hasSomeHeaders?: boolean;
    body: RecordedBody;
  };
}

export interface Fixture {
  /** From the placeholder of a session to the placeholder of its user's id. */
  sessionUsers: Record<string, string>;
  requestHeaderSets: Record<string, string>[];
  responseHeaderSets: [string, string][][];
  recordings: Recording[];
}

/** The groups of recordings, in the order in which they are replayed. The first one has no name. */
const GROUPS = [undefined, "edge", "tables", "mfa", "rt"];

export function fixturePath(group?: string): string {
  return join(import.meta.dirname, group === undefined ? "recordings.json" : `recordings-${group}.json`);
}

export function readFixtures(): Fixture[] {
  return GROUPS.map((group) => JSON.parse(readFileSync(fixturePath(group), "utf8")));
}
