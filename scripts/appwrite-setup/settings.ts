// The setup's settings: flags first, then environment variables, then .dev.vars of the current folder.
import { existsSync, readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { BUCKET_MAX_BYTES, DEFAULT_IDS } from "../../worker/appwrite/project.ts";
import { EXIT, SetupError } from "./errors.ts";

export const USAGE = `Usage: npm run appwrite:setup -- [options]

Creates what the site needs in a project of Appwrite 1.8 or newer, or completes it. Changes nothing that is there.

  --endpoint URL     APPWRITE_ENDPOINT       the address of Appwrite's API, ending in /v1
  --project ID       APPWRITE_PROJECT_ID
  --key KEY          APPWRITE_API_KEY        better in the environment or .dev.vars, where no process list shows it
  --database ID      APPWRITE_DATABASE_ID    default: ${DEFAULT_IDS.database}
  --collection ID    APPWRITE_COLLECTION_ID  default: ${DEFAULT_IDS.collection}
  --bucket ID        APPWRITE_BUCKET_ID      default: ${DEFAULT_IDS.bucket}
  --site URL         SITE_ORIGIN             where the site is; its host name becomes a web platform of the project
  --check            only look; the exit code is 1 when something is missing
  --wait SECONDS     how long to wait for columns and indexes; default: 120
  --help

Each setting comes from its flag, else from the environment variable, else from .dev.vars.
Exit codes: 0 all is there, 1 something is missing, failed or in conflict, 2 wrong options, 3 no Appwrite at the endpoint,
4 Appwrite rejects the project or the key.`;

export interface Settings {
  endpoint: string;
  projectId: string;
  apiKey: string;
  databaseId: string;
  tableId: string;
  bucketId: string;
  /** The host name of the site, if it is known. */
  siteHost: string | null;
  /** The largest file that the site accepts, in bytes. */
  fileMaxBytes: number;
  checkOnly: boolean;
  waitSeconds: number;
}

const ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/;

/**
 * @returns null when help was asked for
 * @throws {SetupError} for an unknown option, and for a setting that is missing or malformed
 */
export function readSettings(args: string[], environment: NodeJS.ProcessEnv): Settings | null {
  const values = parseOptions(args);
  if (values.help) return null;
  const devVars = readDevVars();
  const setting = (flag: string | undefined, name: string) => flag || environment[name] || devVars[name] || "";
  const required = (flag: string | undefined, name: string, option: string) =>
    setting(flag, name) ||
    usageError(`${name} is not set. Give ${option}, or set it in the environment or in .dev.vars.`);
  const id = (flag: string | undefined, name: string, fallback: string) => {
    const value = setting(flag, name) || fallback;
    return ID.test(value)
      ? value
      : usageError(`${name} must be an id of at most 36 letters, digits, . _ or -, not "${value}".`);
  };
  return {
    endpoint: parseEndpoint(required(values.endpoint, "APPWRITE_ENDPOINT", "--endpoint")),
    projectId: parseProject(required(values.project, "APPWRITE_PROJECT_ID", "--project")),
    apiKey: parseKey(required(values.key, "APPWRITE_API_KEY", "--key")),
    databaseId: id(values.database, "APPWRITE_DATABASE_ID", DEFAULT_IDS.database),
    tableId: id(values.collection, "APPWRITE_COLLECTION_ID", DEFAULT_IDS.collection),
    bucketId: id(values.bucket, "APPWRITE_BUCKET_ID", DEFAULT_IDS.bucket),
    siteHost: parseSite(setting(values.site, "SITE_ORIGIN")),
    fileMaxBytes: parseCount("FILE_MAX_BYTES", setting(undefined, "FILE_MAX_BYTES") || String(BUCKET_MAX_BYTES)),
    checkOnly: values.check,
    waitSeconds: parseCount("--wait", values.wait),
  };
}

function parseOptions(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        endpoint: text,
        project: text,
        key: text,
        database: text,
        collection: text,
        bucket: text,
        site: text,
        check: flag,
        wait: { type: "string", default: "120" },
        help: flag,
      },
    });
    return values;
  } catch (error) {
    return usageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function readDevVars(): NodeJS.Dict<string> {
  if (!existsSync(".dev.vars")) return {};
  try {
    return parseEnv(readFileSync(".dev.vars", "utf8"));
  } catch (error) {
    return usageError(`.dev.vars cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseProject(value: string): string {
  return ID.test(value)
    ? value
    : usageError("APPWRITE_PROJECT_ID must be an id of at most 36 letters, digits, . _ or -.");
}

/** The messages do not repeat the key, which nobody else may see. */
function parseKey(value: string): string {
  return /^[\x21-\x7e]+$/.test(value)
    ? value
    : usageError("APPWRITE_API_KEY has a space, a line break or another character that no key has.");
}

function parseEndpoint(value: string): string {
  const endpoint = value.replace(/\/+$/, "");
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.username || url?.password) return usageError("The endpoint must be without a user name and a password.");
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    return usageError(`The endpoint must be a web address such as https://appwrite.example.in/v1, not "${value}".`);
  }
  if (!url.pathname.endsWith("/v1")) {
    return usageError(`The endpoint must end in /v1: try ${url.origin}${url.pathname.replace(/\/$/, "")}/v1`);
  }
  return endpoint;
}

function parseSite(value: string): string | null {
  if (!value) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return usageError(`The site must be a web address such as https://navarambh.example, not "${value}".`);
  }
  return url.hostname;
}

function parseCount(name: string, value: string): number {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? count : usageError(`${name} must be a whole number, not "${value}".`);
}

function usageError(message: string): never {
  throw new SetupError(EXIT.usage, message);
}
