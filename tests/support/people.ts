// People who sign up: what they would type, and typing it.
import type { Locator, Page } from "playwright-core";
import { ROLES, type Role } from "../../app/contract/lists.ts";
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

let count = 0;

/** A person nobody else is, with an answer to every question of any role. */
export function person(answers: Partial<Person> = {}): Person {
  count += 1;
  return {
    role: "Student",
    name: "Asha Kulkarni",
    email: `asha.${count}@people.example.in`,
    phone: `98220 5${String(count).padStart(4, "0")}`,
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

export const EVERY_ROLE = ROLES;

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
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByLabel("Confirm password", { exact: true }).fill(who.password);
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
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

/** The sentence above a form, when it is this one. */
export function summary(page: Page, sentence: string): Locator {
  return page.getByRole("alert").getByRole("heading", { name: sentence, exact: true });
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

/** Makes an account over the API, as a program would, with no file. @returns the value of its Cookie header */
export async function signUpOverApi(server: Pick<Server, "origin">, who: Person): Promise<string> {
  const { student, companyUrl, ...common } = who;
  const answers = who.role === "Student" ? { ...common, ...student } : { ...common, companyUrl };
  const response = await fetch(`${server.origin}/api/account`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...answers, confirmPassword: who.password, agree: true }),
  });
  if (response.status !== 201) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
