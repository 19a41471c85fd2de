// The state that recordings presume and that no recording before them makes: calls which the recorder left out.
import type { Json } from "./fixture.ts";
import type { Mail, Target } from "./target.ts";
import type { Tokens } from "./tokens.ts";

export interface Replay {
  target: Target;
  tokens: Tokens;
  /** Sends the request of a recording once more, uncompared, where several calls were recorded as one. */
  repeat(name: string): Promise<void>;
}

type SetUp = (replay: Replay) => Promise<void>;

const PASSWORD = "Str0ngPass!1";
const BINA = "bina{{run}}@example.org";
const DOCUMENTS = "/databases/main/collections/users/documents";

/** What is done before the recording of the name. */
export const PRESUMED_STATE: Record<string, SetUp> = {
  "session-email-blocked-user": async (replay) => {
    const id = await createUser(replay, "blk", "Blocked");
    await replay.target.call("PATCH", `/users/${id}/status`, { body: { status: false } });
  },
  "account-name-ok": async ({ target, tokens }) => {
    const session = tokens.get("{{session:1}}");
    await target.call("PATCH", "/account/prefs", { session, body: { prefs: { theme: "dark" } } });
  },
  "account-phone-duplicate": async (replay) => {
    const { target, tokens } = replay;
    const phone = tokens.fill("+919800{{run}}");
    const session = tokens.get("{{session:1}}");
    await target.call("PATCH", "/account/phone", { session, body: { phone, password: PASSWORD } });
    await signIn(replay, "{{session:11}}", "cust{{run}}@example.org");
  },
  "account-session-delete-current": (replay) =>
    signIn(replay, "{{session:12}}", "asha{{run}}@example.org", "N3w-Passw0rd!"),
  "account-session-delete-other": async ({ target, tokens }) => {
    const body = { email: tokens.fill("asha{{run}}@example.org"), password: "N3w-Passw0rd!" };
    const session = await target.call("POST", "/account/sessions/email", { body });
    tokens.bind("{{id:16}}", String(session.$id));
  },
  "account-sessions-delete-all-dead-cookie": async ({ target, tokens }) => {
    await target.call("DELETE", "/account/sessions", { session: tokens.get("{{session:1}}") });
  },
  "verification-email-create-ok": (replay) => join(replay, "{{id:17}}", "{{session:13}}", "bina", "Bina"),
  "verification-put-ok-as-guest": async (replay) => {
    const [newest] = await replay.target.readMails("verification", replay.tokens.fill(BINA));
    bindLinkedSecret(replay, "{{secret:1}}", newest);
  },
  "session-token-ok": async ({ target, tokens }) => {
    const [{ code }] = await target.readMails("code", tokens.fill("otp{{run}}@example.org"));
    tokens.bind("{{code:1}}", String(code));
  },
  "session-token-with-key-ok": async ({ target, tokens }) => {
    const token = await target.call("POST", tokens.fill("/users/{{id:21}}/tokens"), { body: {} });
    tokens.bind("{{code:3}}", String(token.secret));
  },
  "recovery-put-ok": async (replay) => {
    // The recorder took the first of the two mails.
    const mails = await replay.target.readMails("recovery", replay.tokens.fill(BINA));
    bindLinkedSecret(replay, "{{secret:3}}", mails.at(-1));
  },
  "doc-create-with-permissions": async (replay) => {
    await join(replay, "{{id:30}}", "{{session:18}}", "chitra", "Chitra");
    await join(replay, "{{id:34}}", "{{session:19}}", "dev", "Dev");
  },
  "doc-create-unknown-attribute": (replay) => createDocument(replay, "doc-{{run}}"),
  "doc-delete-readable-not-deletable": (replay) =>
    createDocument(replay, "ro-{{run}}", [replay.tokens.fill('read("user:{{id:30}}")')]),
  "doc-delete-again": async ({ target, tokens }) => {
    const session = tokens.get("{{session:18}}");
    await target.call("DELETE", tokens.fill(`${DOCUMENTS}/{{id:31}}`), { session });
  },
  "file-create-guest-foreign-user-permission": async (replay) => {
    await join(replay, "{{id:38}}", "{{session:20}}", "esha", "Esha");
    await join(replay, "{{id:44}}", "{{session:21}}", "farah", "Farah");
  },
  "file-create-no-create-permission": async ({ target }) => {
    const body = { bucketId: "locked", name: "locked", permissions: [], fileSecurity: true };
    const { status, text } = await target.tryCall("POST", "/storage/buckets", { body });
    if (status !== 201 && status !== 409) throw new Error(`The bucket "locked" cannot be made: ${text}`);
  },
  "file-get-guest-no-permission": async ({ target, tokens }) => {
    tokens.bind("{{id:46}}", await target.upload(null, "unique()", "cv.pdf", pdf(909)));
  },
  "file-get-other-user": async ({ target, tokens }) => {
    const session = tokens.get("{{session:20}}");
    await target.upload(session, tokens.fill("u{{run}}"), "resume.pdf", pdf(909));
  },
  "file-put-permissions-no-update-now": async ({ target, tokens }) => {
    const permissions = ["read", "delete"].map((action) => tokens.fill(`${action}("user:{{id:38}}")`));
    const session = tokens.get("{{session:20}}");
    await target.call("PUT", tokens.fill("/storage/buckets/files/files/u{{run}}"), { session, body: { permissions } });
  },
  "ratelimit-session-email-wrong-01": async (replay) => {
    replay.tokens.bind("{{id:47}}", await createUser(replay, "gita", "Gita"));
  },
  "ratelimit-session-email-wrong-10": (replay) => repeatTimes(replay, "ratelimit-session-email-wrong-02", 7),
  "ratelimit-account-create-10": (replay) => repeatTimes(replay, "ratelimit-account-create-01", 8),
  "ratelimit-account-create-ok-10": (replay) => repeatTimes(replay, "ratelimit-account-create-ok-01", 8),
  "session-email-ok-browser-ua": async (replay) => {
    replay.tokens.bind("{{id:59}}", await createUser(replay, "hari", "Hari"));
  },
  "doc-list-old-syntax-format-1.4.0": async ({ target, tokens }) => {
    const data = { id: tokens.get("{{id:59}}"), Email: tokens.fill("hari{{run}}@example.org") };
    const session = tokens.get("{{session:27}}");
    await target.call("POST", DOCUMENTS, { session, body: { documentId: "unique()", data } });
  },
  "account-get-after-block": async (replay) => {
    const { target, tokens } = replay;
    await join(replay, "{{id:61}}", "{{session:28}}", "bhari", "Bhari");
    const session = tokens.get("{{session:28}}");
    await target.call("PATCH", "/account/status", { session, body: {} });
  },
  "account-targets-identities": (replay) => join(replay, "{{id:62}}", "{{session:29}}", "vhari", "Vhari"),
  "realtime-cookie-account": (replay) => join(replay, "{{id:69}}", "{{session:32}}", "rt", "RT"),
};

async function createUser({ target, tokens }: Replay, prefix: string, name: string): Promise<string> {
  const body = { userId: "unique()", email: tokens.fill(`${prefix}{{run}}@example.org`), password: PASSWORD, name };
  return String((await target.call("POST", "/account", { body })).$id);
}

/** Creates a user with a session and says what the two tokens stand for. */
async function join(replay: Replay, id: string, session: string, prefix: string, name: string): Promise<void> {
  replay.tokens.bind(id, await createUser(replay, prefix, name));
  await signIn(replay, session, `${prefix}{{run}}@example.org`);
}

async function signIn({ target, tokens }: Replay, token: string, email: string, password = PASSWORD): Promise<void> {
  const body = { email: tokens.fill(email), password };
  tokens.bind(token, String((await target.call("POST", "/account/sessions/email", { body })).secret));
}

async function createDocument({ target, tokens }: Replay, id: string, permissions?: string[]): Promise<void> {
  const data = { id: "{{id:30}}", Email: "chitra{{run}}@example.org", name: "Chitra", agree: true };
  const body: Json = { documentId: id, data, ...(permissions && { permissions }) };
  const filled: Json = JSON.parse(tokens.fill(JSON.stringify(body)));
  await target.call("POST", DOCUMENTS, { session: tokens.get("{{session:18}}"), body: filled });
}

function bindLinkedSecret({ tokens }: Replay, token: string, mail: Mail | undefined): void {
  tokens.bind(token, String(new URL(mail?.links[0] ?? "").searchParams.get("secret")));
}

async function repeatTimes(replay: Replay, name: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await replay.repeat(name);
}

function pdf(size: number): Uint8Array {
  const bytes = Buffer.alloc(size, "% filler line\n");
  bytes.write("%PDF-1.4\n");
  return bytes;
}
