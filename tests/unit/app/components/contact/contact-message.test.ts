import { expect, test } from "vitest";
import {
  type ContactMessage,
  contactErrors,
  contactHref,
  contactText,
  readContactMessage,
} from "../../../../../app/components/contact/contact-message";

const message: ContactMessage = {
  fullName: "Meera Kulkarni",
  email: "meera@students.example",
  subject: "A lab & a question",
  message: "First line.\nSecond line?",
};

test("a complete message has no errors", () => {
  expect(contactErrors(message)).toEqual({});
});

test("every empty field has an error", () => {
  const empty = readContactMessage(new FormData());
  expect(Object.keys(contactErrors(empty))).toEqual(["fullName", "email", "subject", "message"]);
});

test("an e-mail without @ is an error", () => {
  expect(contactErrors({ ...message, email: "meera" })).toEqual({
    email: "Please enter a valid email address",
  });
});

test("a field over its maximum length has an error", () => {
  const long = {
    fullName: "m".repeat(129),
    email: `${"m".repeat(251)}@a.b`,
    subject: "s".repeat(201),
    message: "x".repeat(5001),
  };
  expect(Object.keys(contactErrors(long))).toEqual(["fullName", "email", "subject", "message"]);
  expect(contactErrors({ ...message, message: "x".repeat(5000) })).toEqual({});
});

test("values are trimmed, so that spaces alone count as empty", () => {
  const form = new FormData();
  form.set("fullName", "  Meera  ");
  form.set("subject", "   ");
  expect(readContactMessage(form)).toMatchObject({ fullName: "Meera", subject: "" });
});

test("the mailto link contains subject, text and sender", () => {
  const url = new URL(contactHref(message));
  expect(url.protocol).toBe("mailto:");
  expect(url.pathname).toBe("hello@navarambh.example");
  expect(url.searchParams.get("subject")).toBe("A lab & a question");
  expect(url.searchParams.get("body")).toBe(
    "First line.\r\nSecond line?\r\n\r\nMeera Kulkarni\r\nmeera@students.example",
  );
});

test("the text to copy begins with the recipient", () => {
  expect(contactText(message)).toMatch(/^To: hello@navarambh\.example\nSubject: A lab & a question\n\nFirst line\./);
});
