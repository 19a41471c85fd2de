import { expect, test } from "vitest";
import type { Profile, User } from "../../../../../app/contract/account";
import { greetingSize, memberName, profileRows } from "../../../../../app/routes/account/profile-rows";

const user: User = {
  id: "u1",
  name: "Asha Pawar",
  email: "asha@account.example",
  phone: "+919822055501",
  emailVerified: false,
  createdAt: "2026-01-01T00:00:00Z",
};
const empty: Profile = {
  id: "u1",
  name: null,
  Email: null,
  phone: null,
  role: null,
  location: null,
  agree: null,
  guardianAgree: null,
  dob: null,
  educationLevel: null,
  subLevel: null,
  majorField: null,
  college: null,
  companyUrl: null,
  resumeId: null,
  portfolioId: null,
};
const formatRows = (profile: Profile | null) =>
  profileRows(user, profile).map(({ label, value }) => `${label}: ${value}`);

test("values of the profile are preferred to those of the account", () => {
  const profile = {
    ...empty,
    name: "Asha P.",
    Email: "a@p.example",
    phone: "+233205550101",
    location: "Pune",
    role: "Mentor",
  };
  expect(memberName(user, profile)).toBe("Asha P.");
  expect(formatRows(profile)).toEqual([
    "Full Name: Asha P.",
    "Email: a@p.example",
    "Phone: +233 20 555 0101",
    "Location: Pune",
    "Role: Mentor",
  ]);
});

test.each([null, empty])(
  "without profile values the rows show the account's name and email, and placeholders",
  (profile) => {
    expect(formatRows(profile)).toEqual([
      "Full Name: Asha Pawar",
      "Email: asha@account.example",
      "Phone: Not provided",
      "Location: Not provided",
      "Role: Not specified",
    ]);
  },
);

test("the college is shown only for a student who has one", () => {
  expect(formatRows({ ...empty, role: "Student", college: "Manjara Valley" })).toContain("College: Manjara Valley");
  expect(formatRows({ ...empty, role: "Student" }).join()).not.toContain("College");
  expect(formatRows({ ...empty, role: "Mentor", college: "Manjara Valley" }).join()).not.toContain("College");
});

test.each([
  ["Asha Kulkarni", "large"],
  ["Chandrashekhar Rao", "medium"],
  ["Venkatanarasimharajuvaripeta Subrahmanyam", "small"],
])("the size of the greeting depends on the longest word of %s", (name, expected) => {
  expect(greetingSize(name)).toBe(expected);
});
