// Sends every form of the site what no browser sends, and follows its redirects.
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { allMails } from "../../support/mailbox";
import { useServer } from "../../support/product";
import { cookieHeader } from "../cookies";
import type { Header } from "../headers";
import { holdsForAll } from "../settings";
import { type Case, casesOf, TYPED } from "./cases";
import { type FoundForm, findForms, formsOf, knownValue } from "./find-forms";
import { encodeForm, type FormField } from "./form-body";
import { send } from "./http";
import { ROUTES } from "./site";
import { expectCleanLog, expectSafePage } from "./soundness";
import { type Visitor, Visitors } from "./visitors";

const server = useServer();
/** The site as the first test finds it. */
let site: Promise<{ forms: FoundForm[]; visitors: Visitors }> | undefined;
/** What was sent in fields, headers and queries. */
const texts = new Set<string>();

afterAll(async () => {
  const secrets = (await site)?.visitors.secrets ?? [];
  expectCleanLog(server().log(), [...texts, ...secrets, ...(await mailSecrets())]);
});

/** The codes, and the secrets in the links, of what was mailed. */
async function mailSecrets(): Promise<string[]> {
  const mails = await allMails(server());
  const links = mails.flatMap((mail) => mail.links.map((link) => new URL(link).searchParams.get("secret") ?? ""));
  return [...links, ...mails.map(({ code = "" }) => code)];
}

test.each(ROUTES.filter(({ hasAction }) => hasAction))(
  "the forms of $path answer any input safely",
  async ({ path }) => {
    site ??= findForms(server()).then((forms) => ({ forms, visitors: new Visitors(server()) }));
    const { forms, visitors } = await site;
    const own = formsOf(path, forms);
    expect(own.length).toBeGreaterThan(0);
    await holdsForAll(path, fc.oneof(...own.map(casesOf)), (one) => expectSafe(visitors, path, one));
  },
);

async function expectSafe(visitors: Visitors, path: string, one: Case): Promise<void> {
  const visitor = await visitors.get(one.visitor);
  const fields = one.fields.map(([name, value]): FormField => [name, value === TYPED ? typed(name, visitor) : value]);
  const { type, body } = encodeForm(fields, one.encoding);
  // A hostile ending comes in place of the form's own query.
  const address = path + (one.ending || one.query);
  const cookie: Header = ["Cookie", cookieHeader(visitor.cookies, one.cookies)];
  const headers: Header[] = [["Content-Type", type], cookie, ...one.headers];
  for (const [, value] of [...fields, ...one.headers]) if (typeof value === "string") texts.add(value);

  const answer = await send(server().origin, { method: "POST", address, headers, body });
  if (one.cookies === "as they are") visitors.keepAnswer(one.visitor, visitor, answer);
  // With another password or factor the next case would be told that its own is wrong.
  if (answer.status < 400 && fields.some(([name]) => /password/i.test(name))) visitors.replace(one.visitor);
  expectSafePage(answer);

  const location = answer.headers.get("Location");
  if (location === null) return;
  const nextCookie: Header = ["Cookie", cookieHeader(visitor.cookies, "as they are")];
  const next = await send(server().origin, { method: "GET", address: location, headers: [nextCookie] });
  expectSafePage(next);
}

function typed(name: string, { person }: Visitor): string {
  return knownValue(name, person) ?? "482916";
}
