// Finds the forms of the site: those of its pages, and those of the answers to them, since some have several steps.
import { type HTMLElement, parse } from "node-html-parser";
import type { Server } from "../../support/server";
import { cookieHeader } from "../cookies";
import type { Answer } from "../soundness";
import { encodeForm, type FieldValue, type FormField } from "./form-body";
import { send } from "./http";
import { pagePath, ROUTES } from "./site";
import { VISITOR_KINDS, type Visitor, type VisitorKind, Visitors } from "./visitors";

export interface FoundForm {
  /** Its path and the names of its fields. */
  name: string;
  /** Whose page has it. */
  visitor: VisitorKind;
  /** The path of the page that has it. */
  page: string;
  /** Where it is sent, with the query. */
  address: string;
  isMultipart: boolean;
  /** The fields with the values that a browser may send, the first one by default. */
  fields: { name: string; values: FieldValue[] }[];
}

/** A file of the right type. */
const PDF: FieldValue = { fileName: "cv.pdf", type: "application/pdf", bytes: 3000, beginsWith: "%PDF-1.7" };

/** Without streaming. */
const WHOLE = "?whole";
/** The parameters of a mailed link, with which some pages show another form. */
const MAILED_LINK = "?whole&userId=a&secret=b&expire=2030-01-01";

/** Every form of the site, once. */
export async function findForms(server: Pick<Server, "origin">): Promise<FoundForm[]> {
  const found = new Map<string, FoundForm>();
  const visitors = new Visitors(server);
  const add = (forms: readonly FoundForm[]) => {
    for (const form of forms) if (!found.has(form.name)) found.set(form.name, form);
  };

  for (const kind of VISITOR_KINDS) {
    const { cookies } = await visitors.get(kind);
    for (const { path } of ROUTES) {
      const page = pagePath(path);
      const queries = kind === "guest" ? [WHOLE, MAILED_LINK] : [WHOLE];
      for (const query of queries) add(formsIn(await readPage(server, page + query, cookies), page, kind));
    }
  }
  // The map grows while it is read.
  for (const form of found.values()) {
    const visitor = await visitors.get(form.visitor);
    const answer = await sendFilled(server, form, visitor);
    visitors.keepAnswer(form.visitor, visitor, answer);
    const location = answer.headers.get("Location");
    const html = location === null ? answer.text : await readPage(server, location, visitor.cookies);
    add(formsIn(html, form.page, form.visitor));
  }
  return [...found.values()];
}

async function readPage(server: Pick<Server, "origin">, address: string, cookies: Visitor["cookies"]): Promise<string> {
  const { text } = await send(server.origin, {
    method: "GET",
    address,
    headers: [["Cookie", cookieHeader(cookies, "as they are")]],
  });
  return text;
}

/** Sends a form as its visitor would fill it in. */
function sendFilled(server: Pick<Server, "origin">, form: FoundForm, { person, cookies }: Visitor): Promise<Answer> {
  const fields = form.fields.map(({ name, values }): FormField => [name, knownValue(name, person) ?? values[0] ?? ""]);
  const { type, body } = encodeForm(fields, form.isMultipart ? "multipart" : "urlencoded");
  const headers: [string, string][] = [
    ["Content-Type", type],
    ["Cookie", cookieHeader(cookies, "as they are")],
  ];
  return send(server.origin, { method: "POST", address: form.address, headers, body });
}

/** What a visitor knows to type into a field of this name. */
export function knownValue(
  name: string,
  { email, password, phone, name: fullName }: Visitor["person"],
): string | undefined {
  if (/password/i.test(name)) return password;
  if (name === "email" || name === "username") return email;
  if (name === "phone") return phone;
  if (/name$/i.test(name)) return fullName;
  return undefined;
}

/** The forms of a route: those that are sent to it, or else those of its page. */
export function formsOf(path: string, forms: readonly FoundForm[]): FoundForm[] {
  const sentThere = forms.filter(({ address }) => address.replace(/\?.*/, "") === path);
  return sentThere.length > 0 ? sentThere : forms.filter(({ page, fields }) => page === path && fields.length > 0);
}

function formsIn(html: string, page: string, visitor: VisitorKind): FoundForm[] {
  return parse(html)
    .querySelectorAll("form")
    .filter((form) => form.getAttribute("method")?.toLowerCase() === "post")
    .map((form) => {
      const address = form.getAttribute("action") ?? page;
      const path = address.replace(/[?#].*/, "");
      const fields = fieldsOf(form);
      const names = fields.map(({ name }) => name).join(", ");
      const intent = fields.find(({ name }) => name === "intent")?.values[0] ?? "";
      return {
        name: `${page !== path && names !== "" ? `${page} to ` : ""}${path} (${[names, intent].filter(Boolean).join(": ")})`,
        visitor,
        page,
        address: address.replace(/#.*/, ""),
        isMultipart: form.getAttribute("enctype") === "multipart/form-data",
        fields,
      };
    });
}

function fieldsOf(form: HTMLElement): FoundForm["fields"] {
  const fields = new Map<string, FieldValue[]>();
  for (const element of form.querySelectorAll("[name]")) {
    const name = element.getAttribute("name") ?? "";
    fields.set(name, [...(fields.get(name) ?? []), ...valuesOf(element)]);
  }
  return [...fields].map(([name, values]) => ({ name, values }));
}

function valuesOf(element: HTMLElement): FieldValue[] {
  if (element.tagName === "SELECT")
    return element.querySelectorAll("option").map((option) => option.getAttribute("value") ?? option.text);
  if (element.getAttribute("type") === "file") return [PDF];
  return [element.getAttribute("value") ?? ""];
}
