import { expect, test } from "vitest";
import {
  type FormIntent,
  fieldIds,
  type SettingsErrors,
  settingsErrors,
  toPageErrors,
} from "../../../../../../app/routes/account/settings/form-data";

function check(intent: FormIntent, fields: Record<string, string>): SettingsErrors | null {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return settingsErrors(intent, form);
}

test.each([
  ["", "Enter your full name"],
  [" \u202e ", "Enter your full name"],
  ["a".repeat(129), "Use at most 128 characters"],
])("an invalid name has an error at its field (%j)", (name, message) => {
  expect(check("name", { name })).toEqual({ message, fields: { name: message } });
});

test.each([
  [
    { phone: "", phonePassword: "" },
    "Please fill in all required fields",
    { phone: "Enter your phone number", phonePassword: "Enter your password" },
  ],
  [
    { phone: "98220", phonePassword: "" },
    "Please fill in all required fields",
    {
      phone: "Enter a phone number with 10 digits after +91 (India), like 98220 55501",
      phonePassword: "Enter your password",
    },
  ],
  [
    { phone: "+233 1", phonePassword: "Marigold-2025" },
    "Please enter a valid phone number",
    { phone: "Enter a phone number with 9 digits after +233 (Ghana), like 20 555 0101" },
  ],
  [
    { phoneCode: "+234", phone: "98220 5550", phonePassword: "Marigold-2025" },
    "Please enter a valid phone number",
    { phone: "Enter a phone number with 10 digits after +234 (Nigeria), like 803 555 0101" },
  ],
  [
    { phone: "98220 55501", phonePassword: "x".repeat(257) },
    "Password must be at most 256 characters",
    { phonePassword: "Password must be at most 256 characters" },
  ],
])("an invalid change of phone has errors: %j", (fields, message, errors) => {
  expect(check("phone", fields)).toEqual({ message, fields: errors });
});

test.each([
  [
    ["", "", ""],
    "Please fill in all required fields",
    {
      oldPassword: "Enter your current password",
      password: "Enter a password",
      confirmPassword: "Enter the password once more",
    },
  ],
  [
    ["", "short", "short"],
    "Please fill in all required fields",
    {
      oldPassword: "Enter your current password",
      password: "Password must be at least 8 characters",
    },
  ],
  [
    ["Marigold-2025", "short", "shirt"],
    "Password must be at least 8 characters",
    {
      password: "Password must be at least 8 characters",
      confirmPassword: "Passwords do not match",
    },
  ],
  [
    ["Marigold-2025", "Jasmine-2026", "Jasmine-2025"],
    "Passwords do not match",
    {
      confirmPassword: "Passwords do not match",
    },
  ],
  [
    ["Marigold-2025", "Marigold-2025", "Marigold-2025"],
    "You have this password already. Choose another one",
    {
      password: "You have this password already. Choose another one",
    },
  ],
])(
  "an invalid change of password has errors: %j",
  ([oldPassword = "", password = "", confirmPassword = ""], message, errors) => {
    expect(check("password", { oldPassword, password, confirmPassword })).toEqual({ message, fields: errors });
  },
);

test.each<[FormIntent, Record<string, string>]>([
  ["name", { name: "Meera Joshi" }],
  ["phone", { phone: "0091 98220 55501", phonePassword: " " }],
  ["password", { oldPassword: " ", password: "Jasmine-2026", confirmPassword: "Jasmine-2026" }],
])("a valid form has no errors (%s)", (intent, fields) => {
  expect(check(intent, fields)).toBeNull();
});

test("the API's errors are shown at the fields of the form that was sent", () => {
  const errors = { message: "No", fields: { password: "Enter your password", other: "?" } };
  expect(toPageErrors("phone", errors)).toEqual({ message: "No", fields: { phonePassword: "Enter your password" } });
  expect(toPageErrors("password", errors)).toEqual({ message: "No", fields: { password: "Enter your password" } });
});

test("no two fields of the page have the same id", () => {
  const ids = (["name", "phone", "password"] as const).flatMap((intent) => fieldIds(intent));
  expect(new Set(ids).size).toBe(ids.length);
});
