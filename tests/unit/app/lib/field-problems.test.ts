import { expect, test } from "vitest";
import { checkSignUp } from "../../../../app/contract/sign-up-rules";
import { problemsInOrder, stillWrong } from "../../../../app/lib/field-problems";
import { EMPTY_ENTRY, PAGE_ORDER } from "../../../../app/routes/auth/sign-up/entry";

const today = new Date("2026-01-01");

test("the links of a summary follow the page, whatever the order of the rules", () => {
  const problems = checkSignUp({ ...EMPTY_ENTRY.values, email: "nonsense" }, today)?.fields ?? {};
  const fields = problemsInOrder(PAGE_ORDER, problems).map(({ field }) => field);
  expect(fields).toEqual(["role", "name", "email", "phone", "location", "password", "confirmPassword", "agree"]);
});

test("a mark goes when its field is right, and none comes while somebody types", () => {
  const marked = { name: "Enter your full name", email: "Enter your email address" };
  const now = checkSignUp({ ...EMPTY_ENTRY.values, name: "Asha" }, today)?.fields ?? {};
  expect(stillWrong(marked, now)).toEqual({ email: "Enter your email address" });
  expect(stillWrong(marked, {})).toEqual({});
});
