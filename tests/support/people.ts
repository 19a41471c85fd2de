// People who sign up: what they would type, and typing it.
import { randomInt, randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import type { Role } from "../../app/contract/lists.ts";
import type { Server } from "./server.ts";

/** The answers of a sign-up form. */
export interface Person {
  role: Role;
  name: string;
  email: string;
  phone: string;
  location: string;
  password: string;
  student: {
    dob: string;
    educationLevel: string;
    subLevel: string;
    majorField: string;
    college: string;
  };
  companyUrl: string;
}

// Several processes make people for one server: each begins somewhere else.
const series = randomUUID().slice(0, 6);
const firstNumber = randomInt(90_000) * 1_000;
let people = 0;
let addresses = 0;

/** An address that no other visitor of this server has, from a range that is kept for tests (RFC 2544). */
export function newAddress(): string {
  addresses += 1;
  const number = (firstNumber + addresses) % 2 ** 17;
  return `198.${18 + (number >> 16)}.${(number >> 8) % 256}.${number % 256}`;
}

/** A person nobody else is, with an answer to every question of any role. */
export function person(answers: Partial<Person> = {}): Person {
  people += 1;
  return {
    role: "Student",
    name: "Asha Kulkarni",
    email: `asha.${series}.${people}@people.example.in`,
    phone: String(9_800_000_000 + firstNumber + people).replace(/^(.{5})/, "$1 "),
    location: "Pune",
    password: "Marigold-2025",
    student: {
      dob: "2004-08-14",
      educationLevel: "Undergraduate",
      subLevel: "B.Tech",
      majorField: "Electronics",
      college: "Sahyadri College, Satara",
    },
    companyUrl: "https://weave.example.in",
    ...answers,
  };
}

/** Fills in the form of /signup, all but the file, and agrees. */
export async function fillSignUp(page: Page, who: Person): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${who.role}`) }).check();
  await page.getByRole("textbox", { name: "Full name" }).fill(who.name);
  await page.getByRole("textbox", { name: "Email" }).fill(who.email);
  await page.getByRole("textbox", { name: "Phone" }).fill(who.phone);
  await page.getByRole("combobox", { name: "Location" }).selectOption(who.location);
  if (who.role === "Student") {
    await page.getByLabel("Date of birth").fill(who.student.dob);
    await page.getByRole("combobox", { name: "Education level" }).selectOption(who.student.educationLevel);
    await page.getByRole("combobox", { name: "Degree or class" }).selectOption(who.student.subLevel);
    if (who.student.majorField)
      await page.getByRole("combobox", { name: "Field of study" }).selectOption(who.student.majorField);
    await page.getByRole("textbox", { name: "College" }).fill(who.student.college);
  } else {
    await page.getByRole("textbox", { name: "Company URL" }).fill(who.companyUrl);
  }
  await typePasswords(page, who.password);
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
}

/** Types the password of the form of /signup, twice: a page that comes from the server anew has none in it. */
export async function typePasswords(page: Page, password: string, confirmed = password): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(confirmed);
}

/** Presses "Create Account". */
export async function createAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create Account" }).click();
}

/** Fills in /login and presses "Sign In". */
export async function signIn(page: Page, who: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Collects the browser's own dialogs of a page ("alert: …"), and puts each away. */
export function alertsOf(page: Page): string[] {
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.accept();
  });
  return alerts;
}

/** The page of a member whose account loaded. */
export function greeting(page: Page, who: Pick<Person, "name">): Locator {
  return page.getByRole("heading", { level: 1, name: `Welcome back, ${who.name}!` });
}

/** The fields of the form of /signup as a browser without JavaScript posts them, with no file. */
export function signUpFields(who: Person): Record<string, string> {
  const { student, companyUrl, ...common } = who;
  const answers = who.role === "Student" ? student : { companyUrl };
  return { ...common, ...answers, phoneCode: "+91", confirmPassword: who.password, agree: "yes" };
}

/** Makes an account over the API, with no file, and signs it in. @returns the value of its Cookie header */
export async function signUpOverApi(server: Pick<Server, "origin">, who: Person): Promise<string> {
  const { student, companyUrl, ...common } = who;
  const answers = who.role === "Student" ? { ...common, ...student } : { ...common, companyUrl };
  return postForCookie(server, "/api/account", { ...answers, confirmPassword: who.password, agree: true });
}

/** Signs somebody in over the API. @returns the value of its Cookie header: the session alone */
export function signInOverApi(
  server: Pick<Server, "origin">,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<string> {
  return postForCookie(server, "/api/account/sessions/email", { email, password });
}

async function postForCookie({ origin }: Pick<Server, "origin">, path: string, body: object): Promise<string> {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": newAddress() },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Has the mail sent that confirms a member's address. @param cookie the value of the member's Cookie header */
export async function askForVerification({ origin }: Pick<Server, "origin">, cookie: string): Promise<void> {
  const headers = { Cookie: cookie, Origin: origin, "CF-Connecting-IP": newAddress() };
  const response = await fetch(`${origin}/api/account/verification`, { method: "POST", headers });
  if (response.status !== 202) throw new Error(`The mail was not sent: ${await response.text()}`);
}

/** Whether a member's address is confirmed. @param cookie the value of the member's Cookie header */
export async function isVerified({ origin }: Pick<Server, "origin">, cookie: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/account`, { headers: { Cookie: cookie } });
  const { user } = (await response.json()) as { user: { emailVerified: boolean } };
  return user.emailVerified;
}
