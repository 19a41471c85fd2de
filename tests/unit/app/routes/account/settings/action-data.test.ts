import { expect, test } from "vitest";
import { apiErrors } from "../../../../../../app/routes/account/settings/action-data";

const error = (type: string, message = "") => ({ type, message });

test.each([
  ["phone", "phonePassword", "This is not your password. Check it and try again"],
  ["password", "oldPassword", "This is not your current password. Check it and try again"],
] as const)("a wrong password has an error at its field (%s)", (intent, field, message) => {
  expect(apiErrors(intent, error("user_invalid_credentials"), "the message")).toEqual({
    message,
    fields: { [field]: message },
  });
});

test("an error about the changed field is shown at that field", () => {
  expect(apiErrors("password", error("password_recently_used"), "the message").fields).toEqual({
    password: "the message",
  });
});

test("an error about no field of the form is shown only above the form", () => {
  expect(apiErrors("name", error("backend_down"), "the message")).toEqual({ message: "the message", fields: {} });
  expect(apiErrors("name", error("password_recently_used"), "the message").fields).toEqual({});
});

test("a limit that all members of a network share is not said to be the member's own, and another way is named", () => {
  const limited = { ...error("general_rate_limit_exceeded"), retryAfterSeconds: 1980 };
  expect(apiErrors("password", limited, "the message").message).toBe(
    "Many passwords were changed from your network in the last hour. Try again in 33 minutes, or choose a new one by mail: that works now.",
  );
  expect(apiErrors("name", limited, "the message").message).toBe("the message");
});
