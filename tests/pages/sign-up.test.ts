// The sign-up form without JavaScript.
import { type HTMLElement, parse } from "node-html-parser";
import { expect, test } from "vitest";
import { ROLES } from "../../app/contract/lists";
import { getPage, postForm } from "../support/http";
import { createPerson, signUpFields } from "../support/people";
import { useServer } from "../support/product";
import { fileBytes } from "../support/test-files";

const server = useServer();

/** The dashboard's profile rows, by label. */
function profileRows(html: string): Record<string, string | undefined> {
  const text = (element: HTMLElement, tag: string) => element.querySelector(tag)?.text.trim() ?? "";
  const rows = parse(html).querySelectorAll("dl > div");
  return Object.fromEntries(rows.map((row) => [text(row, "dt"), text(row, "dd")]));
}

test.each(ROLES)("%s: the form creates an account, and the dashboard shows it", async (role) => {
  const person = createPerson({ role });
  const { status, location, cookie } = await postForm(server(), "/signup", signUpFields(person));
  // `?whole` turns off streaming, which needs scripts.
  expect([status, location]).toEqual([303, "/dashboard?whole"]);

  const dashboard = await getPage(server(), "/dashboard?whole", { cookie });
  expect(dashboard.html).toContain("Your account is ready.");
  expect(dashboard.html).toContain("Manage your Navarambh profile");
  expect(dashboard.html).not.toContain("Download");
  expect(profileRows(dashboard.html)).toEqual({
    "Full Name": person.name,
    Email: person.email,
    Phone: `+91 ${person.phone}`,
    Location: person.location,
    Role: role,
    ...(role === "Student" ? { College: person.student.college } : {}),
  });
  const { html } = await getPage(server(), "/api/profile", { cookie });
  expect(JSON.parse(html).profile).toMatchObject(
    role === "Student" ? { ...person.student, companyUrl: null } : { companyUrl: person.companyUrl, college: null },
  );

  // The message is shown once.
  const again = await getPage(server(), "/dashboard", { cookie: dashboard.cookie });
  expect(again.html).toContain("Welcome back");
  expect(again.html).not.toContain("Your account is ready.");
});

test("a student gets the error messages in the specified order, each at its field", async () => {
  const { student, ...person } = createPerson();
  const password = "Marigold-2025";
  let fields: Record<string, string> = {};
  const submit = async (changes: Record<string, string>) => {
    fields = { ...fields, ...changes };
    return postForm(server(), "/signup", fields);
  };
  const empty = await submit({});
  expect([empty.status, empty.alert]).toEqual([422, "Please fill in all required fields"]);
  for (const message of ["Choose what you are joining as", "Enter your full name", "Choose your location"]) {
    expect(empty.alertText).toContain(message);
  }
  expect(empty.fieldError("name")).toBe("Enter your full name");

  const invalid = { role: "Student", name: person.name, email: "ravi.people.example.in", phone: "12345" };
  const steps: [changes: Record<string, string>, message: string, field: string][] = [
    [
      { ...invalid, location: "Satara", password: "short", confirmPassword: "other" },
      "Please fill in all student-specific fields",
      "college",
    ],
    [{ ...student, subLevel: "B.Tech", majorField: "" }, "Please select your field of study", "majorField"],
    [{ majorField: "Civil" }, "Please enter a valid email address", "email"],
    [{ email: person.email }, "Password must be at least 8 characters", "password"],
    [{ password, confirmPassword: "Marigold-2024" }, "Passwords do not match", "confirmPassword"],
    [{ confirmPassword: password }, "You must agree to the Terms & Privacy Policy", "agree"],
    [{ agree: "yes", dob: bornYearsAgo(17) }, "A parent or guardian must agree before you join", "guardianAgree"],
    [{ guardianAgree: "yes" }, "Please enter a valid phone number", "phone"],
  ];
  for (const [changes, message, field] of steps) {
    const page = await submit(changes);
    expect([page.status, page.alert]).toEqual([422, message]);
    expect(page.fieldError(field), message).not.toBeNull();
    expect(page.value("name")).toBe(person.name);
    expect(page.html).not.toContain(password);
  }
  expect((await submit({ phone: person.phone })).status).toBe(303);
});

function bornYearsAgo(years: number): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

test("an invalid company URL has an error at its field", async () => {
  const person = createPerson({ role: "Mentor", companyUrl: "not a place" });
  const page = await postForm(server(), "/signup", signUpFields(person));
  expect([page.status, page.alert]).toEqual([422, "Please enter a valid company URL"]);
  expect(page.fieldError("companyUrl")).not.toBeNull();
  expect(page.value("companyUrl")).toBe("not a place");
});

test.each([
  ["of the wrong type", "photo.png", fileBytes("pdf", 2_000), "Choose a PDF or Word file (.pdf, .doc or .docx)"],
  [
    "whose content does not match its name",
    "cv.pdf",
    fileBytes("zip", 2_000),
    "This file is not what its name says. Save it again as PDF or Word and choose it once more",
  ],
  ["that is empty", "cv.pdf", new Uint8Array(), "This file is empty. Choose another one"],
])("a file %s is rejected at its field", async (_, name, bytes, message) => {
  const person = createPerson();
  const form = new FormData();
  for (const [field, value] of Object.entries(signUpFields(person))) form.set(field, value);
  form.set("resume", new File([bytes], name));
  const page = await postForm(server(), "/signup", form);
  expect([page.status, page.alert, page.fieldError("resume")]).toEqual([422, message, message]);
  expect(page.value("name")).toBe(person.name);
});
