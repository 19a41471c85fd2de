// The profile form as the server renders it.
import { expect, test } from "vitest";
import { getPage, type HttpPage, postForm } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

/** Somebody who studies, their form, and what it was filled with. */
async function student() {
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
    profile: async () => {
      const response = await fetch(`${server().origin}/api/profile`, { headers: { Cookie: cookie } });
      return ((await response.json()) as { profile: Record<string, unknown> }).profile;
    },
  };
}

const SAVED = { status: 303, location: "/dashboard?whole" } satisfies Partial<HttpPage>;

test("under 18 a parent or guardian must agree, whose box is there from the beginning", async () => {
  const { page, fields, post, profile } = await student();
  expect(page.fieldError("guardianAgree")).toBeNull();
  expect(page.html).toContain('name="guardianAgree"');
  const minor = { ...fields, dob: `${new Date().getFullYear() - 16}-01-01` };
  const asked = await post(minor);
  expect(asked).toMatchObject({ status: 422, alert: "A parent or guardian must agree before you join" });
  expect(asked.fieldError("guardianAgree")).not.toBeNull();
  expect(await post({ ...minor, guardianAgree: "yes" })).toMatchObject(SAVED);
  expect((await profile()).guardianAgree).toBe(true);
});

test("a form that comes back with a mistake still sends only what was changed in it", async () => {
  const { fields, loaded, post, profile } = await student();
  const before = await post({ ...fields, college: "" });
  expect(before.status).toBe(422);
  expect(before.value("loaded")).toBe(loaded);
  // Another tab changes the location meanwhile.
  expect(await post({ ...fields, location: "Nashik" })).toMatchObject(SAVED);
  const mended = { ...fields, college: "Manjara Valley, Latur", loaded: before.value("loaded") ?? "" };
  expect(await post(mended)).toMatchObject(SAVED);
  expect(await profile()).toMatchObject({ location: "Nashik", college: "Manjara Valley, Latur" });
});
