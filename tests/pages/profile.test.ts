// The profile form, as the server renders it.
import { expect, test } from "vitest";
import { getPage, type HttpPage, postForm } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

/** A student with their profile form and its values. */
async function newStudent() {
  const person = createPerson();
  const cookie = await signUpOverApi(server(), person);
  const page = await getPage(server(), "/profile", { cookie });
  const loaded = page.value("loaded") ?? "";
  return {
    person,
    page,
    loaded,
    fields: { loaded, role: person.role, location: person.location, ...person.student },
    post: (fields: Record<string, string>) => postForm(server(), "/profile", fields, { cookie }),
    fetchProfile: async () => {
      const response = await fetch(`${server().origin}/api/profile`, { headers: { Cookie: cookie } });
      return ((await response.json()) as { profile: Record<string, unknown> }).profile;
    },
  };
}

const SAVED = { status: 303, location: "/dashboard?whole" } satisfies Partial<HttpPage>;

test("a member under 18 needs the consent of a parent or guardian, whose checkbox is always in the HTML", async () => {
  const { page, fields, post, fetchProfile } = await newStudent();
  expect(page.fieldError("guardianAgree")).toBeNull();
  expect(page.html).toContain('name="guardianAgree"');
  const minor = { ...fields, dob: `${new Date().getFullYear() - 16}-01-01` };
  const invalid = await post(minor);
  expect(invalid).toMatchObject({ status: 422, alert: "A parent or guardian must agree before you join" });
  expect(invalid.fieldError("guardianAgree")).not.toBeNull();
  expect(await post({ ...minor, guardianAgree: "yes" })).toMatchObject(SAVED);
  expect((await fetchProfile()).guardianAgree).toBe(true);
});

test("a corrected form changes only the fields that were edited", async () => {
  const { fields, loaded, post, fetchProfile } = await newStudent();
  const invalid = await post({ ...fields, college: "" });
  expect(invalid.status).toBe(422);
  expect(invalid.value("loaded")).toBe(loaded);
  // The location is changed in another tab.
  expect(await post({ ...fields, location: "Nashik" })).toMatchObject(SAVED);
  const corrected = { ...fields, college: "Manjara Valley, Latur", loaded: invalid.value("loaded") ?? "" };
  expect(await post(corrected)).toMatchObject(SAVED);
  expect(await fetchProfile()).toMatchObject({ location: "Nashik", college: "Manjara Valley, Latur" });
});

test("a form without changes is not called saved", async () => {
  const { fields, post } = await newStudent();
  for (const [values, message] of [
    [fields, "Nothing was saved."],
    [{ ...fields, location: "Nashik" }, "Your profile is saved."],
  ] as const) {
    const { cookie } = await post(values);
    expect((await getPage(server(), "/dashboard", { cookie })).html).toContain(message);
  }
});
