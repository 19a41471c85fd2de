// Who visits the pages in the fuzz tests. A case that changes an account or ends a session leaves another visitor to the next one.
import { PENDING_SIGN_IN_COOKIE } from "../../../worker/session/pending-sign-in";
import { SESSION_COOKIE } from "../../../worker/session/session";
import { createPerson, type Person, signInOverApi, signUpOverApi } from "../../support/people";
import type { Server } from "../../support/server";
import { totpCode, waitForSteadyCode } from "../../support/totp";
import { confirmEmail, mailedFactorCode } from "../../support/two-step";
import { cookieHeader } from "../cookies";
import type { Header } from "../headers";
import type { Answer } from "../soundness";
import { send } from "./http";

/** A `pending` visitor has given the password, and still owes a code of the second factor. */
export const VISITOR_KINDS = ["guest", "member", "verified member", "two-step member", "pending"] as const;
export type VisitorKind = (typeof VISITOR_KINDS)[number];

export interface Visitor {
  /** Whose account it is. A guest has one, too, and is signed out. */
  person: Person;
  cookies: Map<string, string>;
}

type Origin = Pick<Server, "origin">;

async function createVisitor(server: Origin, kind: VisitorKind): Promise<Visitor> {
  const person = createPerson();
  const cookie = await signUpOverApi(server, person);
  const cookies = new Map(cookie.split("; ").map(splitPair));
  if (kind === "guest") return { person, cookies: new Map() };
  if (kind === "member") {
    // The settings have a form for each other device, and a file has one that deletes it.
    await signInOverApi(server, person);
    await uploadFile(server, { cookies });
    return { person, cookies };
  }
  await confirmEmail(server, person, cookie);
  if (kind === "verified member") return { person, cookies };
  await switchOnSecondFactor(server, { person, cookies });
  if (kind === "two-step member") return { person, cookies };
  const pending = { person, cookies: new Map<string, string>() };
  const { email, password } = person;
  await callApi(server, pending, "POST", "/account/sessions/email", { email, password }, 401);
  return pending;
}

async function switchOnSecondFactor(server: Origin, visitor: Visitor): Promise<void> {
  const { person } = visitor;
  await callApi(server, visitor, "POST", "/account/second-factor/email", { password: person.password });
  const code = await mailedFactorCode(server, person);
  const { secret = "" } = await callApi(server, visitor, "POST", "/account/second-factor/authenticator", { code });
  await waitForSteadyCode();
  await callApi(server, visitor, "PUT", "/account/second-factor/authenticator", { code: totpCode(secret, Date.now()) });
}

/** Gives the profile a file. */
async function uploadFile({ origin }: Origin, { cookies }: Pick<Visitor, "cookies">): Promise<void> {
  const file = "%PDF-1.7 a file";
  const cookie: Header = ["Cookie", cookieHeader(cookies, "as they are")];
  const tus: Header = ["Tus-Resumable", "1.0.0"];
  const created = await send(origin, {
    method: "POST",
    address: "/api/files",
    headers: [
      cookie,
      tus,
      ["Upload-Length", String(file.length)],
      ["Upload-Metadata", "filename YS5wZGY=,kind cmVzdW1l"],
    ],
  });
  if (created.status !== 201) throw new Error(`The upload was answered with ${created.status}: ${created.text}`);
  const address = created.headers.get("Location") ?? "";
  const type: Header = ["Content-Type", "application/offset+octet-stream"];
  await send(origin, { method: "PATCH", address, headers: [cookie, tus, type, ["Upload-Offset", "0"]], body: file });
  const [, resumeId, uploadTicket] = /^\/api\/files\/(.*)\?ticket=(.*)$/.exec(address) ?? [];
  await callApi({ origin }, { cookies }, "PATCH", "/profile", { resumeId, uploadTicket });
}

/** Calls the API, and keeps the cookies that it sets. @throws when it answers with another status than a success, or than `expected` */
async function callApi(
  { origin }: Origin,
  { cookies }: Pick<Visitor, "cookies">,
  method: string,
  path: string,
  body: object,
  expected?: number,
): Promise<Record<string, string>> {
  const { status, headers, text } = await send(origin, {
    method,
    address: `/api${path}`,
    headers: [
      ["Content-Type", "application/json"],
      ["Cookie", cookieHeader(cookies, "as they are")],
    ],
    body: JSON.stringify(body),
  });
  const isExpected = expected === undefined ? status < 300 : status === expected;
  if (!isExpected) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  keepCookies(cookies, headers);
  return text === "" ? {} : JSON.parse(text);
}

/** Changes a browser's cookies as an answer wants it. */
function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ""] = cookie.split(";");
    const [name, value] = splitPair(pair);
    if (/max-age=0(;|$)/i.test(cookie)) cookies.delete(name);
    else cookies.set(name, value);
  }
}

/** Keeps one visitor of each kind. */
export class Visitors {
  readonly #server: Origin;
  readonly #visitors = new Map<VisitorKind, Promise<Visitor>>();
  /** The passwords and cookies so far: none of them may be logged. */
  readonly secrets: string[] = [];

  constructor(server: Origin) {
    this.#server = server;
  }

  async get(kind: VisitorKind): Promise<Visitor> {
    const existing = this.#visitors.get(kind);
    if (existing) return existing;
    const created = createVisitor(this.#server, kind);
    this.#visitors.set(kind, created);
    const { person, cookies } = await created;
    this.secrets.push(person.password, person.email, ...cookies.values());
    return created;
  }

  /** The next case gets another visitor of this kind. */
  replace(kind: VisitorKind): void {
    this.#visitors.delete(kind);
  }

  /**
   * Keeps the cookies of an answer to a visitor, for the next case. There is another visitor then if this one has been signed in or out, or
   * has reached a limit.
   */
  keepAnswer(kind: VisitorKind, { cookies }: Visitor, { status, headers }: Answer): void {
    const signIns = () => [SESSION_COOKIE, PENDING_SIGN_IN_COOKIE].map((name) => cookies.has(name)).join();
    const before = signIns();
    keepCookies(cookies, headers);
    this.secrets.push(...cookies.values());
    if (status === 429 || signIns() !== before) this.replace(kind);
  }
}

function splitPair(pair: string): [name: string, value: string] {
  const end = pair.indexOf("=");
  return [pair.slice(0, end), pair.slice(end + 1)];
}
