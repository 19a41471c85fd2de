// Removes what a run has made: by the domain of its people, never anything else.
import { existsSync, readFileSync } from "node:fs";
import { Query } from "node-appwrite";
import type { RealRun } from "../support/real-run.ts";
import { type ServerApi, serverApi, storedPaths } from "./server-api.ts";

const PAGE = 100;

interface Stored {
  $id: string;
  /** In a profile: the id of its user. */
  id?: string;
  $permissions?: string[];
}

/**
 * Deletes the run's files, profiles and users.
 * @param startedAt on the server's clock
 * @returns what was removed and what was not, a sentence a line; `isComplete` when nothing is left
 */
export async function removeRunData(
  { settings, domain, uploads }: Pick<RealRun, "settings" | "domain" | "uploads">,
  startedAt: Date,
): Promise<{ lines: string[]; isComplete: boolean }> {
  const api = serverApi(settings);
  const paths = storedPaths(settings);
  const users = await listAll(api, paths.users, "users", [Query.endsWith("email", `@${domain}`)]);
  const rows = await listAll(api, paths.rows, "rows", [Query.endsWith("Email", `@${domain}`)]);
  const recent = await listAll(api, paths.files, "files", [
    Query.greaterThanEqual("$createdAt", startedAt.toISOString()),
  ]);

  // A file knows its owner. Before sign-up the owner has no account yet; such a file is known by the upload.
  const people = new Set([...users, ...rows].flatMap(({ $id, id = $id }) => [$id, id]));
  const uploaded = new Set(existsSync(uploads) ? readFileSync(uploads, "utf8").split("\n") : []);
  const files = recent.filter((file) => uploaded.has(file.$id) || ownersOf(file).some((owner) => people.has(owner)));

  const removed = {
    files: await removeAll(api, paths.files, files),
    profiles: await removeAll(api, paths.rows, rows),
    users: await removeAll(api, paths.users, users),
  };
  const counts = Object.entries(removed).map(([what, { length }]) => `${what} ${length}`);
  const left = [...files, ...rows, ...users].length - Object.values(removed).flat().length;
  const others = recent.length - files.length;
  const lines = [
    `Removed of @${domain}: ${counts.join(", ")}.`,
    ...(left > 0 ? [`${left} of them could not be removed.`] : []),
    ...(others > 0 ? [`Left alone: ${others} new files that are not known to be of this run.`] : []),
  ];
  return { lines, isComplete: left === 0 };
}

async function listAll(api: ServerApi, path: string, list: string, filter: string[]): Promise<Stored[]> {
  const found: Stored[] = [];
  for (;;) {
    const last = found.at(-1);
    const queries = [...filter, Query.limit(PAGE), ...(last ? [Query.cursorAfter(last.$id)] : [])];
    const { status, body, message } = await api("GET", path, { queries });
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${message}`);
    const page = body[list] as Stored[];
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}

/** The ids of the users whom a file's permissions name. */
function ownersOf({ $permissions = [] }: Stored): string[] {
  return $permissions.flatMap((permission) => /"user:([^"/]+)/.exec(permission)?.[1] ?? []);
}

/** @returns those that are gone */
async function removeAll(api: ServerApi, path: string, stored: Stored[]): Promise<Stored[]> {
  const gone: Stored[] = [];
  for (const each of stored) {
    const { status } = await api("DELETE", `${path}/${each.$id}`);
    if (status === 204 || status === 404) gone.push(each);
  }
  return gone;
}
