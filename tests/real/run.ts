// `npm run test:real`: runs the tests that hold on any Appwrite on the server that APPWRITE_ENDPOINT names. docs/appwrite.md says what it
// takes and what it leaves out. Options are Vitest's, such as the path of a file.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SetupError } from "../../scripts/appwrite-setup/errors.ts";
import { readSettings, type Settings } from "../../scripts/appwrite-setup/settings.ts";
import { REAL_RUN_VARIABLE, type RealRun } from "../support/real-run.ts";
import { EMBEDDED_TAGS, MAIL_TAG } from "../support/tags.ts";
import { removeRunData } from "./clean-up.ts";
import { checkMails, checkProject, PreflightError } from "./preflight.ts";
import { type SmtpSink, startSmtpSink } from "./smtp-sink.ts";

const ROOT = join(import.meta.dirname, "../..");
const VITEST = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const REQUIRED = ["APPWRITE_ENDPOINT", "APPWRITE_PROJECT_ID", "APPWRITE_API_KEY"] as const;
const { APPWRITE_MAILBOX, REAL_SMTP_HOST = "127.0.0.1", REAL_SMTP_PORT = "1025" } = process.env;

let vitest: ChildProcess | undefined;
let isInterrupted = false;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    return await run(readRealSettings());
  } catch (error) {
    if (!(error instanceof SetupError || error instanceof PreflightError)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** Server, project and key come from the environment alone: no file on this machine chooses where the tests write. */
function readRealSettings(): Settings {
  const missing = REQUIRED.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new PreflightError(`Set ${missing.join(", ")} in the environment.`);
  const settings = readSettings([], process.env);
  if (!settings) throw new Error("No settings");
  return settings;
}

async function run(project: Settings): Promise<number> {
  const settings: RealRun["settings"] = {
    SESSION_SECRET: randomBytes(32).toString("base64"),
    APPWRITE_ENDPOINT: project.endpoint,
    APPWRITE_PROJECT_ID: project.projectId,
    APPWRITE_API_KEY: project.apiKey,
    APPWRITE_DATABASE_ID: project.databaseId,
    APPWRITE_COLLECTION_ID: project.tableId,
    APPWRITE_BUCKET_ID: project.bucketId,
  };
  const version = await checkProject(project, settings);
  // `.example` is reserved: no mail to it reaches anybody.
  const domain = `${randomBytes(4).toString("hex")}.navarambh-test.example`;
  const folder = mkdtempSync(join(tmpdir(), "navarambh-real-"));
  const uploads = join(folder, "uploads");
  const startedAt = await readServerTime(project.endpoint);
  let sink: SmtpSink | undefined;
  let outcome: Outcome = { code: 1, summary: "The tests did not come to their end.\n0 passed, 1 failed, 0 left out\n" };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, interrupt);
  try {
    sink = APPWRITE_MAILBOX ? undefined : await startSink(domain);
    const mailbox = APPWRITE_MAILBOX || sink?.mailbox || "";
    console.log(`Appwrite ${version} at ${project.endpoint}, project ${project.projectId}`);
    console.log(`  people    *@${domain}`);
    console.log(sink ? `  mails     expected by SMTP at ${REAL_SMTP_HOST}:${sink.port}` : `  mails     ${mailbox}`);
    const noMails = await checkMails(settings, domain, mailbox);
    if (noMails) console.log(`  no mails  ${noMails}`);
    const leftOut = {
      ...Object.fromEntries(EMBEDDED_TAGS.map(({ name, description }) => [name, description])),
      ...(noMails && { [MAIL_TAG]: noMails }),
    };
    const real: RealRun = { settings, mailbox: noMails ? null : mailbox, domain, uploads, leftOut };
    if (!isInterrupted) outcome = await runVitest(real, outcome);
  } finally {
    if (!(await removeAndReport({ settings, domain, uploads }, startedAt))) outcome.code ||= 1;
    await sink?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(outcome.summary);
  return isInterrupted ? 130 : outcome.code;
}

/** @returns false when something of the run is left in the project */
async function removeAndReport(run: Pick<RealRun, "settings" | "domain" | "uploads">, since: Date): Promise<boolean> {
  try {
    const { lines, isComplete } = await removeRunData(run, since);
    for (const line of lines) console.log(line);
    return isComplete;
  } catch (error) {
    console.error(
      `What the run has made could not be removed: ${String(error)}. Its people have addresses at @${run.domain}.`,
    );
    return false;
  }
}

/** The first signal ends the tests, and what they have made is removed. The second ends this process at once. */
function interrupt(): void {
  if (isInterrupted) process.exit(130);
  isInterrupted = true;
  vitest?.kill("SIGTERM");
}

async function startSink(domain: string): Promise<SmtpSink> {
  try {
    return await startSmtpSink({ host: REAL_SMTP_HOST, port: Number(REAL_SMTP_PORT), domain });
  } catch (error) {
    throw new PreflightError(
      `No mails can be received at ${REAL_SMTP_HOST}:${REAL_SMTP_PORT} (${String(error)}): choose another port with REAL_SMTP_PORT.`,
    );
  }
}

/** The server's own time: its files are told from older ones by it. */
async function readServerTime(endpoint: string): Promise<Date> {
  const response = await fetch(`${endpoint}/health/version`);
  await response.body?.cancel();
  const time = new Date(response.headers.get("Date") ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? new Date() : time;
}

interface Outcome {
  code: number;
  /** From tests/support/summary-reporter.ts. It is printed last. */
  summary: string;
}

/** @param crashed the outcome when Vitest ends without a summary */
function runVitest(real: RealRun, crashed: Outcome): Promise<Outcome> {
  const filter = Object.keys(real.leftOut)
    .map((tag) => `!${tag}`)
    .join(" && ");
  const options = ["run", "--config", "tests/real/vitest.config.ts", `--tags-filter=${filter}`];
  const child = spawn(process.execPath, [VITEST, ...options, ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, [REAL_RUN_VARIABLE]: JSON.stringify(real) },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  vitest = child;
  let { summary } = crashed;
  child.on("message", (text) => {
    summary = String(text);
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code: code ?? 1, summary })));
}
