// Creates what is missing, and waits until Appwrite has built columns and indexes, which it does after its response.
import { setTimeout as sleep } from "node:timers/promises";
import { type Api, ApiError } from "./api.ts";
import { EXIT, SetupError } from "./errors.ts";
import { type Inspection, type Missing, type TablePart, tablePath } from "./inspect.ts";
import type { Settings } from "./settings.ts";

const POLL_MS = 500;

export interface Output {
  line(text: string): void;
  /** Shows how far a wait is, on a terminal; null when it has ended. */
  progress(text: string | null): void;
}

/** @throws {SetupError} */
export async function create(api: Api, settings: Settings, { missing }: Inspection, output: Output): Promise<void> {
  const make = async (kinds: Missing["kind"][]) => {
    for (const each of missing.filter(({ kind }) => kinds.includes(kind))) {
      await createOne(api, each);
      output.line(`  made      ${each.label}`);
    }
  };
  // The bucket comes before the wait. An index can be made only of columns that are available.
  await make(["database", "table", "column", "bucket"]);
  await waitFor("columns", api, settings, output);
  await make(["index"]);
  await waitFor("indexes", api, settings, output);
}

async function createOne(api: Api, { label, path, body, kind }: Missing): Promise<void> {
  try {
    await api.post(path, body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SetupError(EXIT.incomplete, `${label} could not be made. ${explain(error, kind)}`);
  }
}

function explain({ status, type, message }: ApiError, kind: Missing["kind"]): string {
  if (type === "database_already_exists") {
    return "The id belongs to a database of another kind (DocumentsDB or VectorsDB): choose another id with --database.";
  }
  if (status === 409) return "Somebody has made it meanwhile: run this command again.";
  if (kind === "bucket" && message.includes("maximumFileSize")) {
    return "The server takes no files of that size: raise its _APP_STORAGE_LIMIT, or lower the site's FILE_MAX_BYTES.";
  }
  return `Appwrite says: ${message || "nothing"} (${status}${type && `, ${type}`})`;
}

/** Waits until every column or index of the table is available. */
async function waitFor(kind: "columns" | "indexes", api: Api, settings: Settings, output: Output): Promise<void> {
  const deadline = Date.now() + settings.waitSeconds * 1000;
  try {
    for (;;) {
      const parts = ((await api.get(tablePath(settings)))[kind] ?? []) as TablePart[];
      const failed = parts.find(({ status }) => status === "failed" || status === "stuck");
      if (failed) {
        const reason = failed.error ? `: ${failed.error}` : "";
        throw new SetupError(
          EXIT.incomplete,
          `${nameOf(kind, failed)} has the status ${failed.status}${reason}. Delete it in the console, then run this command again.`,
        );
      }
      const waiting = parts.filter(({ status }) => status === "processing");
      if (waiting.length === 0) return;
      output.progress(`  waiting   ${parts.length - waiting.length} of ${parts.length} ${kind} available`);
      if (Date.now() > deadline) {
        const names = waiting.map((part) => nameOf(kind, part)).join(", ");
        throw new SetupError(
          EXIT.incomplete,
          `After ${settings.waitSeconds} s Appwrite has not finished ${names}. Look whether its database worker runs, then run this command again.`,
        );
      }
      await sleep(POLL_MS);
    }
  } finally {
    output.progress(null);
  }
}

function nameOf(kind: "columns" | "indexes", { key }: TablePart): string {
  return `${kind === "columns" ? "column" : "index"} ${key}`;
}
