import { expect, test } from "vitest";
import { apiErrors } from "../../../../../../app/routes/account/settings/action-data";

const error = (type: string, message = "") => ({ type, message });

test.each([
  ["phone", "phonePassword", "This is not your password. Check it and try again"],
  ["password", "oldPassword", "This is not your current password. Check it and try again"],
] as const)("a wrong password is said at its own field (%s)", (intent, field, message) => {
  expect(apiErrors(intent, error("user_invalid_credentials"), "in general")).toEqual({
    message,
    fields: { [field]: message },
  });
});

test("what is about the answer that was to be changed is said there", () => {
  const message = { message: "in general", fields: { phone: "in general" } };
  expect(apiErrors("phone", error("user_phone_already_exists"), "in general")).toEqual(message);
  expect(apiErrors("password", error("password_recently_used"), "in general").fields).toEqual({
    password: "in general",
  });
});

test("what is about no answer of the form is said above it alone", () => {
  expect(apiErrors("name", error("backend_down"), "in general")).toEqual({ message: "in general", fields: {} });
  expect(apiErrors("name", error("user_phone_already_exists"), "in general").fields).toEqual({});
});
