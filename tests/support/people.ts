// Creates people who sign up, and fills in the forms for them.
import { randomInt, randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import type { Role } from "../../app/contract/lists.ts";
import { realRun } from "./real-run.ts";
import type { Server } from "./server.ts";

/** The values of a sign-up form. */
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

// Several processes create people on one server, so that each starts at another number.
const series = randomUUID().slice(0, 6);
const firstNumber = randomInt(90_000) * 1_000;
const domain = realRun?.domain ?? "people.example.in";
let people = 0;
let addresses = 0;

/** A unique IP address from the range that RFC 2544 reserves for tests. */
export function newIpAddress(): string {
  addresses += 1;
  const number = (firstNumber + addresses) % 2 ** 17;
  return `198.${18 + (number >> 16)}.${(number >> 8) % 256}.${number % 256}`;
}

/** A unique person, with a value for every field of any role. */
export function createPerson(values: Partial<Person> = {}): Person {
  people += 1;
  return {
    role: "Student",
    name: "Asha Kulkarni",
    email: `asha.${series}.${people}@${domain}`,
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
    ...values,
  };
}

/** Fills in the form of /signup, all but the file, and ticks the agreement. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${person.role}`) }).check();
  await page.getByRole("textbox", { name: "Full name" }).fill(person.name);
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("textbox", { name: "Phone" }).fill(person.phone);
  await page.getByRole("combobox", { name: "Location" }).selectOption(person.location);
  if (person.role === "Student") {
    await page.getByLabel("Date of birth").fill(person.student.dob);
    await page.getByRole("combobox", { name: "Education level" }).selectOption(person.student.educationLevel);
    await page.getByRole("combobox", { name: "Degree or class" }).selectOption(person.student.subLevel);
    if (person.student.majorField)
      await page.getByRole("combobox", { name: "Field of study" }).selectOption(person.student.majorField);
    await page.getByRole("textbox", { name: "College" }).fill(person.student.college);
  } else {
    await page.getByRole("textbox", { name: "Company URL" }).fill(person.companyUrl);
  }
  await typePasswords(page, person.password);
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
}

/** Fills in both password fields of /signup, which are empty in every page from the server. */
export async function typePasswords(page: Page, password: string, confirmed = password): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(confirmed);
}

export async function createAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create Account" }).click();
}

/** Fills in /login and submits it. */
export async function signIn(page: Page, person: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Records the native dialogs of a page, each as "alert: …", and closes them. */
export function recordAlerts(page: Page): string[] {
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.accept();
  });
  return alerts;
}

/** The heading of a dashboard that has loaded. */
export function greeting(page: Page, person: Pick<Person, "name">): Locator {
  return page.getByRole("heading", { level: 1, name: `Welcome back, ${person.name}!` });
}

/** The fields of the form of /signup as a browser without JavaScript posts them, with no file. */
export function signUpFields(person: Person): Record<string, string> {
  const { student, companyUrl, ...common } = person;
  const roleFields = person.role === "Student" ? student : { companyUrl };
  return { ...common, ...roleFields, phoneCode: "+91", confirmPassword: person.password, agree: "yes" };
}

/**
 * Creates an account over the API and signs in.
 * @param file the fields of an upload that becomes the account's file
 * @returns the value of the Cookie header
 */
export async function signUpOverApi(
  server: Pick<Server, "origin">,
  person: Person,
  file: Record<string, string> = {},
): Promise<string> {
  const { student, companyUrl, ...common } = person;
  const roleFields = person.role === "Student" ? student : { companyUrl };
  const fields = { ...common, ...roleFields, ...file };
  return postForCookie(server, "/api/account", { ...fields, confirmPassword: person.password, agree: true });
}

/** Signs in over the API. @returns the value of the Cookie header, with the session only */
export function signInOverApi(
  server: Pick<Server, "origin">,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<string> {
  return postForCookie(server, "/api/account/sessions/email", { email, password });
}

async function postForCookie({ origin }: Pick<Server, "origin">, path: string, body: object): Promise<string> {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": newIpAddress() },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Requests the mail that confirms a member's address. @param cookie the value of the member's Cookie header */
export async function requestVerificationMail({ origin }: Pick<Server, "origin">, cookie: string): Promise<void> {
  const headers = { Cookie: cookie, Origin: origin, "CF-Connecting-IP": newIpAddress() };
  const response = await fetch(`${origin}/api/account/verification`, { method: "POST", headers });
  if (response.status !== 202) throw new Error(`The mail was not sent: ${await response.text()}`);
}

/** Whether a member's address is confirmed. @param cookie the value of the member's Cookie header */
export async function isVerified({ origin }: Pick<Server, "origin">, cookie: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/account`, { headers: { Cookie: cookie } });
  const { user } = (await response.json()) as { user: { emailVerified: boolean } };
  return user.emailVerified;
}
