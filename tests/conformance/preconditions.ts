// State that a recording needs and that no earlier recording creates, since the recorder did not record every call.
import type { Json } from "./fixture.ts";
import type { Placeholders } from "./placeholders.ts";
import { setUpRecordedProject } from "./recorded-project.ts";
import type { Mail, Target } from "./target.ts";

export interface Replay {
  target: Target;
  placeholders: Placeholders;
  /** Sends a recording's request again without comparing the response: not every repetition was recorded. */
  repeat(name: string): Promise<void>;
}

export type Setup = (replay: Replay) => Promise<void>;

const PASSWORD = "Str0ngPass!1";
const BINA_EMAIL = "bina{{run}}@example.org";
const DOCUMENTS = "/databases/main/collections/users/documents";

/** What to do before a recording, by its name. */
export const PRECONDITIONS: Record<string, Setup> = {
  "account-get-guest": ({ target }) => setUpRecordedProject(target),
  "session-email-blocked-user": async (replay) => {
    const id = await createUser(replay, "blk", "Blocked");
    await replay.target.call("PATCH", `/users/${id}/status`, { body: { status: false } });
  },
  "account-name-ok": async ({ target, placeholders }) => {
    const session = placeholders.get("{{session:1}}");
    await target.call("PATCH", "/account/prefs", { session, body: { prefs: { theme: "dark" } } });
  },
  "account-phone-duplicate": async (replay) => {
    const { target, placeholders } = replay;
    const phone = placeholders.fill("+919800{{run}}");
    const session = placeholders.get("{{session:1}}");
    await target.call("PATCH", "/account/phone", { session, body: { phone, password: PASSWORD } });
    await signIn(replay, "{{session:11}}", "cust{{run}}@example.org");
  },
  "account-session-delete-current": (replay) =>
    signIn(replay, "{{session:12}}", "asha{{run}}@example.org", "N3w-Passw0rd!"),
  "account-session-delete-other": async ({ target, placeholders }) => {
    const body = { email: placeholders.fill("asha{{run}}@example.org"), password: "N3w-Passw0rd!" };
    const session = await target.call("POST", "/account/sessions/email", { body });
    placeholders.bind("{{id:16}}", String(session.$id));
  },
  "account-sessions-delete-all-dead-cookie": async ({ target, placeholders }) => {
    await target.call("DELETE", "/account/sessions", { session: placeholders.get("{{session:1}}") });
  },
  "verification-email-create-ok": (replay) => signUp(replay, "{{id:17}}", "{{session:13}}", "bina", "Bina"),
  "verification-put-ok-as-guest": async (replay) => {
    const [newest] = await replay.target.readMails("verification", replay.placeholders.fill(BINA_EMAIL));
    bindMailedSecret(replay, "{{secret:1}}", newest);
  },
  "session-token-ok": async ({ target, placeholders }) => {
    const [{ code }] = await target.readMails("code", placeholders.fill("otp{{run}}@example.org"));
    placeholders.bind("{{code:1}}", String(code));
  },
  "session-token-with-key-ok": async ({ target, placeholders }) => {
    const token = await target.call("POST", placeholders.fill("/users/{{id:21}}/tokens"), { body: {} });
    placeholders.bind("{{code:3}}", String(token.secret));
  },
  "recovery-put-ok": async (replay) => {
    // The recorder used the first of the two mails.
    const mails = await replay.target.readMails("recovery", replay.placeholders.fill(BINA_EMAIL));
    bindMailedSecret(replay, "{{secret:3}}", mails.at(-1));
  },
  "doc-create-with-permissions": async (replay) => {
    await signUp(replay, "{{id:30}}", "{{session:18}}", "chitra", "Chitra");
    await signUp(replay, "{{id:34}}", "{{session:19}}", "dev", "Dev");
  },
  "doc-create-unknown-attribute": (replay) => createDocument(replay, "doc-{{run}}"),
  "doc-delete-readable-not-deletable": (replay) =>
    createDocument(replay, "ro-{{run}}", [replay.placeholders.fill('read("user:{{id:30}}")')]),
  "doc-delete-again": async ({ target, placeholders }) => {
    const session = placeholders.get("{{session:18}}");
    await target.call("DELETE", placeholders.fill(`${DOCUMENTS}/{{id:31}}`), { session });
  },
  "file-create-guest-foreign-user-permission": async (replay) => {
    await signUp(replay, "{{id:38}}", "{{session:20}}", "esha", "Esha");
    await signUp(replay, "{{id:44}}", "{{session:21}}", "farah", "Farah");
  },
  "file-create-no-create-permission": async ({ target }) => {
    const body = { bucketId: "locked", name: "locked", permissions: [], fileSecurity: true };
    const { status, text } = await target.tryCall("POST", "/storage/buckets", { body });
    if (status !== 201 && status !== 409) throw new Error(`The bucket "locked" cannot be made: ${text}`);
  },
  "file-get-guest-no-permission": async ({ target, placeholders }) => {
    placeholders.bind("{{id:46}}", await target.upload(null, "unique()", "cv.pdf", pdf(909)));
  },
  "file-get-other-user": async ({ target, placeholders }) => {
    const session = placeholders.get("{{session:20}}");
    await target.upload(session, placeholders.fill("u{{run}}"), "resume.pdf", pdf(909));
  },
  "file-put-permissions-no-update-now": async ({ target, placeholders }) => {
    const permissions = ["read", "delete"].map((action) => placeholders.fill(`${action}("user:{{id:38}}")`));
    const session = placeholders.get("{{session:20}}");
    await target.call("PUT", placeholders.fill("/storage/buckets/files/files/u{{run}}"), {
      session,
      body: { permissions },
    });
  },
  "ratelimit-session-email-wrong-01": async (replay) => {
    replay.placeholders.bind("{{id:47}}", await createUser(replay, "gita", "Gita"));
  },
  "ratelimit-session-email-wrong-10": (replay) => repeatTimes(replay, "ratelimit-session-email-wrong-02", 7),
  "ratelimit-account-create-10": (replay) => repeatTimes(replay, "ratelimit-account-create-01", 8),
  "ratelimit-account-create-ok-10": (replay) => repeatTimes(replay, "ratelimit-account-create-ok-01", 8),
  "session-email-ok-browser-ua": async (replay) => {
    replay.placeholders.bind("{{id:59}}", await createUser(replay, "hari", "Hari"));
  },
  "doc-list-old-syntax-format-1.4.0": async ({ target, placeholders }) => {
    const data = { id: placeholders.get("{{id:59}}"), Email: placeholders.fill("hari{{run}}@example.org") };
    const session = placeholders.get("{{session:27}}");
    await target.call("POST", DOCUMENTS, { session, body: { documentId: "unique()", data } });
  },
  "account-get-after-block": async (replay) => {
    const { target, placeholders } = replay;
    await signUp(replay, "{{id:61}}", "{{session:28}}", "bhari", "Bhari");
    const session = placeholders.get("{{session:28}}");
    await target.call("PATCH", "/account/status", { session, body: {} });
  },
  "account-targets-identities": (replay) => signUp(replay, "{{id:62}}", "{{session:29}}", "vhari", "Vhari"),
  "realtime-cookie-account": (replay) => signUp(replay, "{{id:69}}", "{{session:32}}", "rt", "RT"),
};

async function createUser({ target, placeholders }: Replay, prefix: string, name: string): Promise<string> {
  const body = {
    userId: "unique()",
    email: placeholders.fill(`${prefix}{{run}}@example.org`),
    password: PASSWORD,
    name,
  };
  return String((await target.call("POST", "/account", { body })).$id);
}

/** Creates a user and a session, and binds the placeholders of both. */
async function signUp(replay: Replay, id: string, session: string, prefix: string, name: string): Promise<void> {
  replay.placeholders.bind(id, await createUser(replay, prefix, name));
  await signIn(replay, session, `${prefix}{{run}}@example.org`);
}

async function signIn(
  { target, placeholders }: Replay,
  placeholder: string,
  email: string,
  password = PASSWORD,
): Promise<void> {
  const body = { email: placeholders.fill(email), password };
  placeholders.bind(placeholder, String((await target.call("POST", "/account/sessions/email", { body })).secret));
}

async function createDocument({ target, placeholders }: Replay, id: string, permissions?: string[]): Promise<void> {
  const data = { id: "{{id:30}}", Email: "chitra{{run}}@example.org", name: "Chitra", agree: true };
  const body: Json = { documentId: id, data, ...(permissions && { permissions }) };
  const filled: Json = JSON.parse(placeholders.fill(JSON.stringify(body)));
  await target.call("POST", DOCUMENTS, { session: placeholders.get("{{session:18}}"), body: filled });
}

export function bindMailedSecret({ placeholders }: Replay, placeholder: string, mail: Mail | undefined): void {
  placeholders.bind(placeholder, String(new URL(mail?.links[0] ?? "").searchParams.get("secret")));
}

export async function repeatTimes(replay: Replay, name: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await replay.repeat(name);
}

function pdf(size: number): Uint8Array {
  const bytes = Buffer.alloc(size, "% filler line\n");
  bytes.write("%PDF-1.4\n");
  return bytes;
}
