// `npm run seed`: makes one member of every role on a running development server, each with a file and a confirmed e-mail, and prints
// how to sign in. Members who are there already stay as they are.
import { parseArgs } from "node:util";
import { ROLES, type Role } from "../app/contract/lists.ts";
import { emailOf, NAMES, PASSWORD } from "./seed-members.ts";

const STUDENT = {
  dob: "2004-08-14",
  educationLevel: "Undergraduate",
  subLevel: "B.Tech",
  majorField: "Electronics",
  college: "Sahyadri College, Satara",
};
/** The smallest file that is a PDF by its first bytes. */
const FILE = new TextEncoder().encode("%PDF-1.4\n% A file of a seeded member.\n%%EOF\n");

const { values } = parseArgs({ options: { origin: { type: "string", default: "http://localhost:5173" } } });
const { origin } = values;

if (!(await isRunning())) {
  console.error(
    `There is no development server at ${origin}. Start one with \`npm run dev\`, and give its address with`,
  );
  console.error("`npm run seed -- --origin http://localhost:PORT` where it is another.");
  process.exit(1);
}
for (const [index, role] of ROLES.entries()) {
  const email = emailOf(role);
  const cookie = await signUp(role, email, index);
  await confirmEmail(email, cookie);
  console.log(`${role.padEnd(22)} ${NAMES[role].padEnd(16)} ${email}`);
}
console.log(`\nThe password of all of them is ${PASSWORD}. Sign in at ${origin}/login`);

async function isRunning(): Promise<boolean> {
  try {
    return (await fetch(`${origin}/__mailbox.json`)).ok;
  } catch {
    return false;
  }
}

/** @returns the session's cookie; of a member who is there already it is a new session */
async function signUp(role: Role, email: string, index: number): Promise<string> {
  const kind = role === "Student" ? "resume" : "portfolio";
  const { id, ticket } = await upload(kind);
  const response = await call("POST", "/account", {
    role,
    name: NAMES[role],
    email,
    phone: `+91 98220 5560${index}`,
    location: "Pune",
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agree: true,
    ...(role === "Student" ? STUDENT : { companyUrl: "https://weave.example.in" }),
    [`${kind}Id`]: id,
    uploadTicket: ticket,
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function upload(kind: string): Promise<{ id: string; ticket: string }> {
  const encode = (text: string) => Buffer.from(text).toString("base64");
  const tus = { "Tus-Resumable": "1.0.0" };
  const created = await send("POST", "/api/files", {
    ...tus,
    "Upload-Length": String(FILE.byteLength),
    "Upload-Metadata": `filename ${encode(`${kind}.pdf`)},kind ${encode(kind)}`,
  });
  const location = new URL(created.headers.get("Location") ?? "", origin);
  const headers = { ...tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" };
  await send("PATCH", location.pathname + location.search, headers, FILE);
  return { id: location.pathname.split("/").pop() ?? "", ticket: location.searchParams.get("ticket") ?? "" };
}

async function confirmEmail(email: string, cookie: string): Promise<void> {
  const account = (await (await send("GET", "/api/account", { Cookie: cookie })).json()) as {
    user: { emailVerified: boolean };
  };
  if (account.user.emailVerified) return;
  await send("POST", "/api/account/verification", { Cookie: cookie });
  const mails = (await (await send("GET", "/__mailbox.json")).json()) as {
    to: string;
    kind: string;
    links: string[];
  }[];
  const link = mails.find((mail) => mail.to === email && mail.kind === "verification")?.links[0];
  if (!link) throw new Error(`No mail with a link came for ${email}`);
  const { searchParams } = new URL(link, origin);
  await call("PUT", "/account/verification", {
    userId: searchParams.get("userId"),
    secret: searchParams.get("secret"),
  });
}

function call(method: string, path: string, body: object): Promise<Response> {
  return send(method, `/api${path}`, { "Content-Type": "application/json" }, JSON.stringify(body));
}

/** @throws {Error} for any response that is not a success */
async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: RequestInit["body"],
): Promise<Response> {
  const response = await fetch(origin + path, { method, headers: { Origin: origin, ...headers }, body });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return response;
}
