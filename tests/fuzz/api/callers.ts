// Who calls the API in the fuzz tests, and what they know: ids, codes and secrets, made when a case first needs them.
import { expect } from "vitest";
import { loadConfig } from "../../../worker/config";
import { PENDING_SIGN_IN_COOKIE } from "../../../worker/session/pending-sign-in";
import { SESSION_COOKIE, type SessionData } from "../../../worker/session/session";
import { newCode, proveAddress } from "../../worker/support/codes";
import { mailedLink, mailsTo } from "../../worker/support/mails";
import { join, PASSWORD, STUDENT } from "../../worker/support/people";
import {
  mailedEnrolmentCode,
  type SecondFactor,
  switchOnSecondFactor,
  verifyEmail,
} from "../../worker/support/second-factor";
import { type Browser, bindings, type TestApp } from "../../worker/support/test-app";
import { createUpload, upload } from "../../worker/support/uploads";

/** A `pending` caller has given the password, and still owes a code of the second factor. */
export const CALLER_KINDS = [
  "guest",
  "unverified member",
  "member",
  "two-step member",
  "pending",
  "member whose session has expired",
] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/**
 * What fields and parameters are filled with by their name, so that a case gets past the first check; what is in a path, by the end of that
 * path. `{{name}}` stands for a value that the caller knows, `{{name:cut}}` and `{{name:changed}}` for one that is no longer right.
 */
export const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  email: ["{{email}}", "{{newEmail}}"],
  password: ["{{password}}"],
  oldPassword: ["{{password}}"],
  confirmPassword: ["{{password}}"],
  userId: ["{{userId}}", "{{codeUserId}}", "{{codeUserId}}", "{{codeUserId:changed}}"],
  secret: ["{{code}}", "{{code}}", "{{verificationSecret}}", "{{recoverySecret}}", "{{recoverySecret:cut}}"],
  code: ["{{totp}}", "{{recoveryCode}}", "{{mailedCode}}", "{{recoveryCode:changed}}"],
  factor: ["totp", "recoveryCode", "email"],
  "files/{id}": ["{{uploadId}}", "{{uploadId}}", "{{uploadId}}", "{{fileId}}"],
  "files/{id}/content": ["{{fileId}}", "{{fileId}}", "{{uploadId}}"],
  "sessions/{id}": ["{{sessionId}}", "current"],
  ticket: [...Array(5).fill("{{ticket}}"), "{{fileTicket}}", "{{ticket:cut}}", "{{ticket:changed}}"],
  resumeId: ["{{fileId}}", "{{uploadId}}"],
  portfolioId: ["{{fileId}}", "{{uploadId}}"],
  uploadTicket: ["{{fileTicket}}", "{{ticket}}", "{{fileTicket:cut}}"],
  expectedFileId: ["{{fileId}}"],
  emailProof: ["{{proof}}", "{{proof:changed}}"],
  "Upload-Length": ["4000", "0", "30000000"],
  "Upload-Offset": ["0", "0", "2000", "4000"],
};

/** The values that may stand in a log: they are no secrets, or too common to be looked for. */
const PUBLIC_VALUES: ReadonlySet<string> = new Set(["userId", "uploadId", "fileId", "sessionId"]);

/** What a value is while nothing can make one, such as a code of an authenticator that was never set up. */
const UNKNOWN = "482916";

const FILE_BYTES = 4000;
let newEmails = 0;

/** A browser with an account. Where it is not signed in, `owner` is another browser that is. */
export class Caller {
  readonly browser: Browser;
  readonly #app: TestApp;
  readonly #owner: Browser;
  readonly #email: string;
  readonly #secondFactor: SecondFactor | null;
  readonly #values = new Map<string, Promise<string>>();
  readonly #groups = new Map<string, Promise<Record<string, string>>>();
  /** The secrets of this caller so far: none of them may be logged. */
  readonly secrets: string[] = [PASSWORD];

  private constructor(app: TestApp, browsers: [Browser, Browser], email: string, secondFactor: SecondFactor | null) {
    this.#app = app;
    [this.browser, this.#owner] = browsers;
    this.#email = email;
    this.#secondFactor = secondFactor;
  }

  static async create(app: TestApp, kind: CallerKind): Promise<Caller> {
    const owner = app.browser();
    const { email } = await join(owner, STUDENT);
    if (kind === "guest") return new Caller(app, [app.browser(), owner], email, null);
    if (kind === "unverified member") return new Caller(app, [owner, owner], email, null);
    if (kind === "member whose session has expired") {
      const { keyring } = await loadConfig(bindings);
      const session = (await keyring.open("session", owner.cookies.get(SESSION_COOKIE) ?? "")) as SessionData;
      const browser = app.browser();
      browser.cookies.set(SESSION_COOKIE, await keyring.seal("session", { ...session, expiresAt: Date.now() - 1000 }));
      return new Caller(app, [browser, owner], email, null);
    }
    if (kind === "member") {
      const { user } = await (await owner.send("GET", "/account")).json<{ user: { id: string } }>();
      await verifyEmail(user.id);
      return new Caller(app, [owner, owner], email, null);
    }
    const secondFactor = await switchOnSecondFactor(email);
    await verifyEmail(secondFactor.userId);
    const browser = app.browser();
    const signIn = await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(signIn.status, "the second factor is missing").toBe(401);
    if (kind === "two-step member") {
      const code = secondFactor.recoveryCodes.pop();
      const answer = await browser.send("POST", "/account/challenge", { factor: "recoveryCode", code });
      expect(answer.status, "the second factor is given").toBe(201);
    }
    return new Caller(app, [browser, browser], email, secondFactor);
  }

  /** Replaces the placeholders of `KNOWN_VALUES`. */
  async fill(text: string): Promise<string> {
    let filled = text;
    for (const [placeholder, name = "", damage] of text.matchAll(/\{\{(\w+)(?::(\w+))?\}\}/g)) {
      const value = await this.#value(name);
      filled = filled.replaceAll(placeholder, damage ? damaged(value, damage) : value);
    }
    return filled;
  }

  /** Forgets all values, of which a case has used up some. The next case gets others. */
  async forgetValues(): Promise<void> {
    for (const [name, value] of this.#values) if (!PUBLIC_VALUES.has(name)) this.secrets.push(await value);
    this.#values.clear();
    this.#groups.clear();
  }

  /** The cookies, and the backend's secrets in them. */
  async cookieSecrets(): Promise<string[]> {
    const { keyring } = await loadConfig(bindings);
    const { cookies } = this.browser;
    const sessions = await Promise.all([
      keyring.open("session", cookies.get(SESSION_COOKIE) ?? ""),
      keyring.open("second-factor", cookies.get(PENDING_SIGN_IN_COOKIE) ?? ""),
    ]);
    const opened = sessions.flatMap((session) => (session === null ? [] : [(session as { secret: string }).secret]));
    return [...cookies.values(), ...opened];
  }

  #value(name: string): Promise<string> {
    if (name === "newEmail") return Promise.resolve(`new${++newEmails}@example.org`);
    // A case before may have ended the account or the session that it is made with.
    const value = this.#values.get(name) ?? this.#make(name).catch(() => UNKNOWN);
    this.#values.set(name, value);
    return value;
  }

  async #make(name: string): Promise<string> {
    switch (name) {
      case "email":
        return this.#email;
      case "password":
        return PASSWORD;
      case "userId": {
        const { user } = await (await this.#owner.send("GET", "/account")).json<{ user: { id: string } }>();
        return user.id;
      }
      case "sessionId": {
        const body = { email: this.#email, password: PASSWORD };
        await this.#app.browser().send("POST", "/account/sessions/email", body);
        type Sessions = { sessions: { id: string; current: boolean }[] };
        const { sessions } = await (await this.#owner.send("GET", "/account/sessions")).json<Sessions>();
        return sessions.find(({ current }) => !current)?.id ?? UNKNOWN;
      }
      case "codeUserId":
        return (
          (await this.#group("code", () => newCode(this.#app, this.#app.browser(), this.#email))).userId ?? UNKNOWN
        );
      case "code":
        return (
          (await this.#group("code", () => newCode(this.#app, this.#app.browser(), this.#email))).secret ?? UNKNOWN
        );
      case "verificationSecret":
        await this.#owner.send("POST", "/account/verification");
        return (await mailedLink(this.#app, this.#email, "verification")).secret ?? UNKNOWN;
      case "recoverySecret":
        await this.#app.browser().send("POST", "/account/recovery", { email: this.#email });
        return (await mailedLink(this.#app, this.#email, "recovery")).secret ?? UNKNOWN;
      case "totp":
        return (await this.#secondFactor?.code()) ?? UNKNOWN;
      case "recoveryCode":
        return this.#secondFactor?.recoveryCodes[0] ?? UNKNOWN;
      case "mailedCode": {
        if (!this.#secondFactor) return mailedEnrolmentCode(this.browser);
        await this.browser.send("POST", "/account/challenge/email");
        const mails = await mailsTo(this.#app, this.#email);
        return mails.find(({ kind }) => kind === "challenge")?.code ?? UNKNOWN;
      }
      case "uploadId":
        return (await this.#group("upload", () => this.#beginUpload())).id ?? UNKNOWN;
      case "ticket":
        return (await this.#group("upload", () => this.#beginUpload())).ticket ?? UNKNOWN;
      case "fileId":
        return (await this.#group("file", () => this.#upload())).id ?? UNKNOWN;
      case "fileTicket":
        return (await this.#group("file", () => this.#upload())).ticket ?? UNKNOWN;
      case "proof":
        return (await proveAddress(this.#app, this.#app.browser(), await this.#value("newEmail"))).proof;
      default:
        throw new Error(`There is no value {{${name}}}`);
    }
  }

  #group(name: string, make: () => Promise<Record<string, string>>): Promise<Record<string, string>> {
    const group = this.#groups.get(name) ?? make();
    this.#groups.set(name, group);
    return group;
  }

  async #beginUpload(): Promise<Record<string, string>> {
    const created = await createUpload(this.browser, { name: "a.pdf", kind: "resume", size: FILE_BYTES });
    const { pathname, searchParams } = new URL(created.headers.get("Location") ?? "", "https://navarambh.test");
    return { id: pathname.split("/").at(-1) ?? "", ticket: searchParams.get("ticket") ?? "" };
  }

  /** A complete file, which a member's profile has. */
  async #upload(): Promise<Record<string, string>> {
    const { id, ticket } = await upload(this.browser, { name: "a.pdf", kind: "resume", size: FILE_BYTES });
    await this.browser.send("PATCH", "/profile", { resumeId: id, uploadTicket: ticket });
    return { id, ticket };
  }
}

/** Keeps one caller of each kind, until a case has changed too much for the next one. */
export class Callers {
  readonly #app: TestApp;
  readonly #callers = new Map<CallerKind, Promise<Caller>>();
  readonly secrets: string[] = [];

  constructor(app: TestApp) {
    this.#app = app;
  }

  get(kind: CallerKind): Promise<Caller> {
    const caller = this.#callers.get(kind) ?? Caller.create(this.#app, kind);
    this.#callers.set(kind, caller);
    return caller;
  }

  /** The next case gets another caller of this kind. */
  async replace(kind: CallerKind): Promise<void> {
    const caller = await this.#callers.get(kind);
    this.#callers.delete(kind);
    await caller?.forgetValues();
    if (caller) this.secrets.push(...caller.secrets, ...(await caller.cookieSecrets()));
  }

  async replaceAll(): Promise<void> {
    for (const kind of CALLER_KINDS) await this.replace(kind);
  }
}

function damaged(value: string, damage: string): string {
  if (damage === "cut") return value.slice(0, -1);
  const middle = Math.floor(value.length / 2);
  return value.slice(0, middle) + (value[middle] === "a" ? "b" : "a") + value.slice(middle + 1);
}
