// Looks, before any test runs, whether a project can carry the tests, and whether its mails can be read.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ID } from "node-appwrite";
import { Api, ApiError, MissingScopeError } from "../../scripts/appwrite-setup/api.ts";
import { inspect } from "../../scripts/appwrite-setup/inspect.ts";
import type { Settings } from "../../scripts/appwrite-setup/settings.ts";
import { PRODUCT_SCOPES } from "../../worker/appwrite/project.ts";
import type { Mail } from "../support/mailbox.ts";
import type { RealRun } from "../support/real-run.ts";
import { type ServerApi, serverApi, storedPaths } from "./server-api.ts";

/** The scopes of the API key for the tests: those that the product needs, and those that read the project's settings. */
export const TEST_SCOPES: readonly string[] = [...PRODUCT_SCOPES, "databases.read", "tables.read", "buckets.read"];

/** How long a server may take to send a mail. Appwrite puts it into a queue. */
const MAIL_WITHIN_MS = 20_000;
/** Nothing has this id. */
const NOBODY = "nobody-of-this-run";

/** Tells the person who started the run what is missing. */
export class PreflightError extends Error {
  override name = "PreflightError";
}

/**
 * @returns the server's version
 * @throws {PreflightError} for what the project or its key lacks
 * @throws {SetupError} when the server, the project or the key does not exist
 */
export async function checkProject(settings: Settings, real: RealRun["settings"]): Promise<string> {
  const api = new Api(settings);
  const version = await api.readVersion();
  const found = await inspect(api, settings).catch((error: unknown) => {
    if (error instanceof MissingScopeError) return null;
    if (error instanceof ApiError) throw new PreflightError(`Appwrite answers: ${error.message} (${error.status})`);
    throw error;
  });
  const problems = found ? found.missing.length + found.conflicts.length : 0;
  if (problems > 0) {
    throw new PreflightError(
      `The project is not set up (missing or wrong: ${problems}). Run npm run appwrite:setup; with -- --check it only says what.`,
    );
  }
  const missing = await findMissingScopes(serverApi(real), storedPaths(real), settings);
  if (missing.length > 0) {
    throw new PreflightError(
      `The API key lacks the scopes ${missing.join(", ")}. The tests take ${TEST_SCOPES.join(", ")}.`,
    );
  }
  return version;
}

/** Makes a call for each scope. None of them changes anything. */
async function findMissingScopes(
  api: ServerApi,
  paths: ReturnType<typeof storedPaths>,
  { databaseId, tableId, bucketId }: Settings,
): Promise<string[]> {
  const calls: [scope: string, method: string, path: string, body?: object][] = [
    ["sessions.write", "POST", "/account/sessions/email", { email: "nobody@nowhere.example", password: NOBODY }],
    ["users.read", "GET", `${paths.users}/${NOBODY}`],
    ["users.write", "DELETE", `${paths.users}/${NOBODY}`],
    ["rows.read", "GET", `${paths.rows}/${NOBODY}`],
    ["rows.write", "DELETE", `${paths.rows}/${NOBODY}`],
    ["files.read", "GET", `${paths.files}/${NOBODY}`],
    ["files.write", "DELETE", `${paths.files}/${NOBODY}`],
    ["databases.read", "GET", `/tablesdb/${databaseId}`],
    ["tables.read", "GET", `/tablesdb/${databaseId}/tables/${tableId}`],
    ["buckets.read", "GET", `/storage/buckets/${bucketId}`],
  ];
  const missing: string[] = [];
  for (const [scope, method, path, body] of calls) {
    if ((await api(method, path, { body })).type === "general_unauthorized_scope") missing.push(scope);
  }
  return missing;
}

/**
 * Has the server send a mail to somebody of this run, and looks for it in the mailbox.
 * @returns null when it came, else why the tests that need mails are left out
 */
export async function checkMails(
  settings: RealRun["settings"],
  domain: string,
  mailbox: string,
): Promise<string | null> {
  const api = serverApi(settings);
  const email = `mail-check@${domain}`;
  const password = randomBytes(12).toString("hex");
  const created = await api("POST", "/account", { body: { userId: ID.unique(), email, password, name: "Mail Check" } });
  const signedIn = await api("POST", "/account/sessions/email", { body: { email, password } });
  const failed = [created, signedIn].find(({ type }) => type !== "");
  if (failed) throw new PreflightError(`A user cannot sign up and sign in. Appwrite answers: ${failed.message}`);

  const url = "http://localhost/verify-email";
  const asked = await api("POST", "/account/verification", { body: { url }, session: String(signedIn.body.secret) });
  if (asked.type === "general_smtp_disabled") return "the server has no mail server (_APP_SMTP_HOST)";
  if (asked.status === 400) {
    return "localhost is no web platform of the project: npm run appwrite:setup -- --site http://localhost";
  }
  if (asked.type) return `the server sends no mail: ${asked.message}`;
  const deadline = Date.now() + MAIL_WITHIN_MS;
  while (Date.now() < deadline) {
    if (await hasMail(mailbox, email)) return null;
    await sleep(500);
  }
  return "the server's mails did not arrive here (see docs/appwrite.md)";
}

async function hasMail(mailbox: string, email: string): Promise<boolean> {
  const response = await fetch(mailbox).catch((error: unknown) => {
    throw new PreflightError(`The mailbox at ${mailbox} cannot be read: ${String(error)}`);
  });
  if (!response.ok) throw new PreflightError(`The mailbox at ${mailbox} answers ${response.status}.`);
  const mails = (await response.json()) as Mail[];
  return mails.some(({ to }) => to === email);
}
