// `npm run appwrite:setup`: creates what the site needs in a project of a real Appwrite, or completes it, and says what to do next.
import { PLATFORM_SCOPES, PRODUCT_SCOPES, SETUP_SCOPES } from "../../worker/appwrite/project.ts";
import { Api, ApiError } from "./api.ts";
import { create, type Output } from "./create.ts";
import { EXIT, SetupError } from "./errors.ts";
import { type Inspection, inspect } from "./inspect.ts";
import { createPlatform, inspectPlatform } from "./platform.ts";
import { readSettings, type Settings, USAGE } from "./settings.ts";

const OLDEST = { major: 1, minor: 8 };

const output: Output = {
  line: (text) => console.log(text),
  progress(text) {
    if (!process.stdout.isTTY) return;
    process.stdout.write(`\r\x1b[K${text ?? ""}`);
  },
};

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const settings = readSettings(process.argv.slice(2), process.env);
    if (!settings) {
      console.log(USAGE);
      return 0;
    }
    return await setUp(settings);
  } catch (error) {
    if (error instanceof SetupError) {
      console.error(error.message);
      return error.exitCode;
    }
    if (error instanceof ApiError) {
      console.error(`Appwrite answers with an error: ${error.message || "no message"} (${error.status} ${error.type})`);
      return EXIT.incomplete;
    }
    // A response that is not shaped like Appwrite's.
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`Appwrite's answer could not be understood: ${reason}`);
    return EXIT.incomplete;
  }
}

async function setUp(settings: Settings): Promise<number> {
  const api = new Api(settings);
  const version = await api.readVersion();
  requireVersion(version);
  output.line(`Appwrite ${version} at ${settings.endpoint}, project ${settings.projectId}`);
  if (isUnprotected(settings.endpoint)) {
    output.line("  note      the endpoint is plain http: key and personal data can be read on their way");
  }
  const found = await inspect(api, settings);
  const platform = await inspectPlatform(api, settings);
  const isPlatformMissing = platform.state === "missing";
  if (platform.state === "present") found.present.push(`web platform ${platform.host}`);
  printFound(found);
  const byHand = platform.state === "unknown" ? platform.byHand : null;
  if (found.conflicts.length > 0) return reportConflicts(found);
  if (settings.checkOnly) {
    if (byHand) output.line(`  unseen    web platform: ${byHand}`);
    return reportCheck(found, isPlatformMissing ? platform.host : null);
  }

  await create(api, settings, found, output);
  const platformByHand = isPlatformMissing ? await createPlatform(api, platform.host) : byHand;
  if (isPlatformMissing && !platformByHand) output.line(`  made      web platform ${platform.host}`);
  const isUnchanged = found.missing.length === 0 && !isPlatformMissing;
  output.line(isUnchanged ? "All of it was there: nothing was changed." : "All of it is there now.");
  printNextSteps(settings, platformByHand);
  return 0;
}

function requireVersion(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return;
  throw new SetupError(EXIT.unreachable, `This is Appwrite ${version}, and the site needs 1.8 or newer.`);
}

function isUnprotected(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

function printFound({ present, notes }: Inspection): void {
  for (const each of present) output.line(`  there     ${each}`);
  for (const each of notes) output.line(`  note      ${each}`);
}

function reportConflicts({ conflicts, missing }: Inspection): number {
  for (const { label } of missing) output.line(`  missing   ${label}`);
  for (const { label, problem, remedy } of conflicts) {
    output.line(`  conflict  ${label}: ${problem}`);
    output.line(`            ${remedy}`);
  }
  const count = conflicts.length === 1 ? "1 conflict" : `${conflicts.length} conflicts`;
  console.error(`${count}: nothing was changed.`);
  return EXIT.incomplete;
}

function reportCheck({ missing }: Inspection, host: string | null): number {
  const labels = [...missing.map(({ label }) => label), ...(host ? [`web platform ${host}`] : [])];
  for (const label of labels) output.line(`  missing   ${label}`);
  if (labels.length === 0) {
    output.line("All of it is there.");
    return 0;
  }
  console.error(`${labels.length} missing. Run this command without --check to make them.`);
  return EXIT.incomplete;
}

/** Names secrets, and never prints their values: what is on a screen gets into logs and pictures. */
function printNextSteps(settings: Settings, byHand: string | null): void {
  const extra = [...SETUP_SCOPES, ...PLATFORM_SCOPES].join(", ");
  output.line(`
Settings, in .dev.vars (with EMBEDDED_APPWRITE="") or under [vars] in wrangler.toml:
APPWRITE_ENDPOINT="${settings.endpoint}"
APPWRITE_PROJECT_ID="${settings.projectId}"
APPWRITE_DATABASE_ID="${settings.databaseId}"
APPWRITE_COLLECTION_ID="${settings.tableId}"
APPWRITE_BUCKET_ID="${settings.bucketId}"

Secrets, with \`npx wrangler secret put NAME\` or in .dev.vars:
APPWRITE_API_KEY    a key for the site alone, with these scopes: ${PRODUCT_SCOPES.join(", ")}
SESSION_SECRET      \`openssl rand -base64 32\` makes one

This command alone needs ${extra}. When it is done, delete its key, or take these scopes away.

What it cannot see or set:
- Mail. On your own server set _APP_SMTP_HOST and what belongs to it. Without it links to reset a password, links to confirm an address and codes
  are not sent; /api/health of the running site says "mail": "off" then.
- The project's limits under Auth, Security: sessions for each user (1 would sign a phone out when a laptop signs in), length of a session, users,
  and rules for passwords.
- Virus scanning. The bucket asks for it; a server of your own does it with _APP_STORAGE_ANTIVIRUS and ClamAV.`);
  if (byHand) output.line(`\nLeft to do:\n- ${byHand}`);
}
