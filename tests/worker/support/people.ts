// Sign-up forms and members, each with its own e-mail address within a test file.
import type { Browser, TestApp } from "./test-app";

export const PASSWORD = "Neem-valley-77";
let people = 0;

/** A valid sign-up form of a mentor, with changes. */
export function signUpForm(changes: Record<string, unknown> = {}) {
  people += 1;
  return {
    role: "Mentor",
    name: "Asha Rao",
    email: `asha${people}@example.org`,
    phone: `98${String(20_000_000 + people)}`,
    location: "Pune",
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agree: true,
    ...changes,
  };
}

/** The fields that make it a student's form. */
export const STUDENT = {
  role: "Student",
  dob: "2001-04-09",
  educationLevel: "Undergraduate",
  subLevel: "B.Tech",
  majorField: "Computer Science",
  college: "Sahyadri College",
};

/** Signs somebody up in this browser and returns the form. */
export async function join(browser: Browser, changes: Record<string, unknown> = {}) {
  const form = signUpForm(changes);
  const response = await browser.send("POST", "/account", form);
  if (response.status !== 201) throw new Error(`sign-up answered ${response.status}: ${await response.text()}`);
  return form;
}

/** Signs in by a password. */
export function signIn(browser: Browser, email: string, password = PASSWORD): Promise<Response> {
  return browser.send("POST", "/account/sessions/email", { email, password });
}

/** Another browser with the same cookies. */
export function copyOf(app: TestApp, browser: Browser): Browser {
  const copy = app.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

/** A browser with the cookies of a member who has signed out since. */
export async function browserOfEndedSession(app: TestApp): Promise<Browser> {
  const member = app.browser();
  await join(member);
  const stale = copyOf(app, member);
  await member.send("DELETE", "/account/sessions");
  return stale;
}
