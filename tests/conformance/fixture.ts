// The format of the fixture `recordings.json`: recorded requests and responses of a real server, with placeholders (see
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
  | { kind: "frames"; value: Json };

export interface RecordedFile {
  field: string;
  filename: string;
  type: string;
  size: number;
}

export type RequestBody = { text: string } | { json: Json } | { fields: [string, string][]; file: RecordedFile | null };

/** `headers` is an index into the fixture's header sets. */
export interface Recording {
  name: string;
  description: string;
  request: { method: string; path: string; headers: number; body?: RequestBody };
  response: { status: number; headers: number; body: RecordedBody };
}

export interface Fixture {
  /** From the placeholder of a session to the placeholder of its user's id. */
  sessionUsers: Record<string, string>;
  requestHeaderSets: Record<string, string>[];
  responseHeaderSets: [string, string][][];
  recordings: Recording[];
}

export function readFixture(): Fixture {
  return JSON.parse(readFileSync(join(import.meta.dirname, "recordings.json"), "utf8"));
}
