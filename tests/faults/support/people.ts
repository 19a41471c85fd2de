// The people of the journeys: guests and members, each with an address of their own; and what is wrong with their records afterwards.
import type { User } from "../../../app/contract/account";
import { FILE_ID_FIELDS } from "../../../app/contract/files";
import { toE164 } from "../../../app/contract/phone";
import { ownerOf } from "../../../worker/appwrite/permissions";
import { namedFiles } from "../../../worker/services/files/named-files";
import { PASSWORD, signUpForm } from "../../worker/support/people";
import type { Browser } from "../../worker/support/test-app";
import { createUpload, fileBytes, sendBytes, TUS } from "../../worker/support/uploads";
import { backend } from "./backend";
import type { Step } from "./journey";
import { Visitor } from "./visitor";

/** Somebody with a filled sign-up form. */
export class Guest extends Visitor {
  readonly form: ReturnType<typeof signUpForm>;
  readonly #files: Upload[] = [];

  constructor(changes: Record<string, unknown> = {}) {
    super();
    this.form = signUpForm(changes);
  }

  get email(): string {
    return this.form.email;
  }

  /** A file of theirs, which is not sent yet. */
  newFile(kind: Upload["kind"], name: string, size?: number): Upload {
    const file = new Upload(kind, name, size);
    this.#files.push(file);
    return file;
  }

  override async deleteRecords(): Promise<void> {
    const { users, profiles, files } = await backend();
    const user = await users.findByEmail(this.email);
    const profile = user && (await profiles.find(user.$id));
    await Promise.all([
      user && users.delete(user.$id),
      profile && profiles.delete(profile.$id),
      ...this.#files.filter(({ id }) => id).map(({ id }) => files.delete(id)),
    ]);
  }
}

/** How many people are one member: a session may make 300 requests a minute. */
const SHARES = 40;

/** Somebody who has joined. */
export class Member extends Guest {
  userId = "";
  /** Their other device. */
  readonly otherDevice = this.newBrowser();

  /** A member who is signed in. */
  static async signedIn(changes: Record<string, unknown> = {}, { isElsewhereToo = false } = {}): Promise<Member> {
    const member = new Member(changes);
    await member.join(member.browser);
    if (isElsewhereToo) await member.signInElsewhere();
    return member;
  }

  /** A member who is signed in on another device only. */
  static async elsewhere(): Promise<Member> {
    const member = new Member();
    await member.join(member.otherDevice);
    return member;
  }

  /**
   * For a journey that only reads: several people are the same member, each with a browser of their own.
   * @param prepare what the member does first
   */
  static shared(prepare: (member: Member) => Promise<unknown>): () => Promise<Member> {
    let uses = 0;
    let original: Promise<Member> | undefined;
    let home: ReturnType<typeof backend> | undefined;
    const create = async () => {
      const member = await Member.signedIn();
      await prepare(member);
      return member;
    };
    return async () => {
      // The storage is emptied between two files, which may share this module.
      if (home !== backend()) uses = 0;
      home = backend();
      if (uses % SHARES === 0) original = create();
      uses += 1;
      const member = await original;
      const copy = new Member();
      copy.userId = member?.userId ?? "";
      for (const [name, value] of member?.browser.cookies ?? []) copy.browser.cookies.set(name, value);
      return copy;
    };
  }

  async join(browser: Browser): Promise<void> {
    const response = await browser.send("POST", "/account", this.form);
    if (response.status !== 201) throw new Error(`sign-up was answered with ${response.status}`);
    this.userId = (await response.json<{ user: { id: string } }>()).user.id;
  }

  async signInElsewhere(): Promise<void> {
    await this.otherDevice.send("POST", "/account/sessions/email", { email: this.email, password: PASSWORD });
  }
}

/** The user of a browser; null for a guest. */
export async function userOf(browser: Browser): Promise<User | null> {
  const response = await browser.send("GET", "/account");
  return (await response.json<{ user: User | null }>()).user;
}

/** A file that is sent in one part. */
export class Upload {
  readonly bytes: Uint8Array<ArrayBuffer>;
  path = "";
  ticket = "";
  id = "";

  constructor(
    readonly kind: "resume" | "portfolio",
    readonly name: string,
    size = 3_000,
  ) {
    this.bytes = fileBytes(name, size);
  }

  /** @param body the bytes that are sent at once */
  async announce(browser: Browser, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
    const response = await createUpload(browser, { name: this.name, kind: this.kind, size: this.bytes.length }, body);
    const url = new URL(response.headers.get("Location") ?? "", "https://localhost");
    this.path = url.pathname + url.search;
    this.ticket = url.searchParams.get("ticket") ?? "";
    this.id = url.pathname.split("/").at(-1) ?? "";
    return response;
  }

  send(browser: Browser): Promise<Response> {
    return sendBytes(browser, this.path, 0, this.bytes);
  }

  askForOffset(browser: Browser): Promise<Response> {
    return browser.fetch(this.path, { method: "HEAD", headers: TUS });
  }

  /** As a browser does it after a failure: asks how much has arrived, and sends what has not. */
  async goOn(browser: Browser): Promise<Response> {
    const state = await this.askForOffset(browser);
    if (state.status !== 200) return state;
    const offset = Number(state.headers.get("Upload-Offset"));
    if (offset === this.bytes.length) return new Response(null, { status: 204 });
    return sendBytes(browser, this.path, offset, this.bytes.slice(offset));
  }

  async sendAll(browser: Browser): Promise<this> {
    await this.announce(browser);
    const { status } = await this.send(browser);
    if (status !== 204) throw new Error(`the upload was answered with ${status}`);
    return this;
  }

  /** What a form says about the file. */
  get reference(): Record<string, string> {
    return { [FILE_ID_FIELDS[this.kind]]: this.id, uploadTicket: this.ticket };
  }
}

/** A guest's upload, as a journey does it. */
export const GUEST_UPLOAD_STEPS: readonly Step<Guest & { file: Upload }>[] = [
  {
    name: "announcing the file",
    send: ({ browser, file }) => file.announce(browser),
    good: { 201: "the upload begins" },
    session: "none",
  },
  {
    name: "its bytes",
    send: ({ browser, file }) => file.send(browser),
    sendAgain: ({ browser, file }) => file.goOn(browser),
    good: { 204: "the file is stored" },
    session: "none",
  },
];

/**
 * What is wrong about the member with this address: they have one account, one profile, the file that it names and no other one, and no
 * session but those of their browsers. One more may be there: of a sign-in whose response was lost, nobody has the secret.
 */
export async function checkMember(
  person: Guest,
  file: Upload | null = null,
  profilePhone = toE164(person.form.phone),
): Promise<string[]> {
  const { users, profiles } = await backend();
  const user = await users.findByEmail(person.email);
  if (!user) return ["there is no account"];
  const [found, sessions, own] = await Promise.all([
    profiles.findMany([user.$id]),
    users.listSessions(user.$id),
    filesOf(user.$id),
  ]);
  const [profile] = found;
  if (found.length !== 1 || !profile) return [`there are ${found.length} profiles`];
  const wrong: string[] = [];
  const phone = toE164(person.form.phone);
  if (user.phone !== phone) wrong.push(`the account's phone is ${user.phone || "not set"}, not ${phone}`);
  if ((profile.phone ?? "") !== profilePhone)
    wrong.push(`the profile's phone is ${profile.phone || "not set"}, not ${profilePhone || "left out"}`);
  if (user.name !== profile.name) wrong.push(`the name is ${user.name} and ${profile.name}`);
  const named = namedFiles(profile).map(({ id }) => id);
  if (named.join() !== (file?.id ?? "")) wrong.push(`the profile names the file ${named}, not ${file?.id}`);
  if (own.join() !== named.join()) wrong.push(`the files ${own} are stored, and ${named} is named`);
  if (sessions.length > person.sessions + 1) wrong.push(`${sessions.length} sessions are open`);
  return wrong;
}

/** The ids of a user's files, whether a profile names them or not. */
async function filesOf(userId: string): Promise<string[]> {
  const { files } = await backend();
  const stored = await files.listCreatedBetween(new Date(0), new Date(Date.now() + 1_000));
  return stored.filter(({ $permissions }) => ownerOf($permissions) === userId).map(({ $id }) => $id);
}

/** What is wrong after somebody has left: nothing is there of them. */
export async function checkGone({ email, userId }: Member): Promise<string[]> {
  const { users, profiles } = await backend();
  const wrong: string[] = [];
  if (await users.findByEmail(email)) wrong.push("the account is still there");
  if ((await profiles.findMany([userId])).length > 0) wrong.push("a profile is still there");
  if ((await filesOf(userId)).length > 0) wrong.push("a file is still there");
  return wrong;
}
