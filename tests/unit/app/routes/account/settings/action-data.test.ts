import { expect, test } from "vitest";
import { rejectedErrors } from "../../../../../../app/routes/account/settings/action-data";

const error = (type: string, message = "") => ({ type, message });

test.each([
  ["phone", "phonePassword", "This is not your password. Check it and try again"],
  ["password", "oldPassword", "This is not your current password. Check it and try again"],
] as const)("a wrong password is said at its own field (%s)", (intent, field, message) => {
  expect(rejectedErrors(intent, error("user_invalid_credentials"), "in general")).toEqual({
    message: message,
    fields: { [field]: message },
  });
});

test("what is about the answer that was to be changed is said there", () => {
  const message = { message: "in general", fields: { phone: "in general" } };
  expect(rejectedErrors("phone", error("user_phone_already_exists"), "in general")).toEqual(message);
  expect(rejectedErrors("password", error("password_recently_used"), "in general").fields).toEqual({
    password: "in general",
  });
});

test("what is about no answer of the form is said above it alone", () => {
  expect(rejectedErrors("name", error("backend_down"), "in general")).toEqual({ message: "in general", fields: {} });
  expect(rejectedErrors("name", error("user_phone_already_exists"), "in general").fields).toEqual({});
});
