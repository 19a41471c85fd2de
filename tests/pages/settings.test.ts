// The account settings and the responses of their forms, as the server renders them.
import { expect, test } from "vitest";
import { getPage, type HttpPage, postForm } from "../support/http";
import { createPerson, type Person, signInOverApi, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

/** A new member who requests pages and posts forms with their current cookies. */
async function newMember(person: Person = createPerson({ role: "Mentor" })) {
  let cookie = await signUpOverApi(server(), person);
  const updateCookie = (page: HttpPage) => {
    cookie = page.cookie;
    return page;
  };
  return {
    person,
    cookie: () => cookie,
    get: async (path: string) => updateCookie(await getPage(server(), path, { cookie })),
    post: async (path: string, fields: Record<string, string>) =>
      updateCookie(await postForm(server(), path, fields, { cookie })),
  };
}

/** The number of times that a page contains a text. */
const count = (page: HttpPage, text: string) => page.html.split(text).length - 1;

test("the page shows the account's data, links to export and deletion, and is not indexed", async () => {
  const { get, person } = await newMember();
  const page = await get("/settings?whole");
  expect(page.html).toMatch(/<title>Account settings/);
  expect(page.html).toMatch(/<meta name="robots" content="noindex"/);
  expect(page.html).toContain(`>${person.email}</b>`);
  expect(page.html).toContain('href="mailto:hello@navarambh.example"');
  expect(page.html).toContain('href="/api/account/export"');
  expect(page.html).toContain('href="/settings/delete"');
  expect(page.value("name")).toBe(person.name);
  expect(page.value("phone")).toBe(person.phone);
});

test("an invalid name or password has an error above its form and at its field, and the phone number is kept", async () => {
  const { post, person } = await newMember();
  const name = await post("/settings", { intent: "name", name: " " });
  expect(name).toMatchObject({ status: 422, alert: "Enter your full name" });
  expect(name.fieldError("name")).toBe("Enter your full name");

  const fields = { intent: "phone", phone: "+233 20 555 0101", phonePassword: "Not-the-one-1" };
  const phone = await post("/settings", fields);
  expect(phone).toMatchObject({ status: 401, alert: "This is not your password. Check it and try again" });
  expect(phone.fieldError("phonePassword")).toBe("This is not your password. Check it and try again");
  expect(phone.value("phone")).toBe("+233 20 555 0101");
  expect(phone.value("phonePassword")).toBeUndefined();

  const passwords = { oldPassword: "Not-the-one-1", password: "Jasmine-2026", confirmPassword: "Jasmine-2026" };
  const password = await post("/settings", { intent: "password", ...passwords });
  expect(password).toMatchObject({ status: 401, alert: "This is not your current password. Check it and try again" });
  expect(password.fieldError("oldPassword")).toBe("This is not your current password. Check it and try again");

  const same = {
    intent: "password",
    oldPassword: person.password,
    password: person.password,
    confirmPassword: person.password,
  };
  const unchanged = await post("/settings", same);
  expect(unchanged).toMatchObject({ status: 422, alert: "You have this password already. Choose another one" });
});

test("the phone number of another account, or one's own again, is saved like any other", async () => {
  const [{ person: other }, { get, post, person }] = [await newMember(), await newMember()];
  for (const { phone } of [other, person, person]) {
    const saved = await post("/settings", { intent: "phone", phone, phonePassword: person.password });
    expect(saved).toMatchObject({ status: 303, location: "/settings?whole" });
    const page = await get("/settings?whole");
    expect(count(page, "Your phone number is changed.")).toBe(1);
    expect(page.value("phone")).toBe(phone);
  }
});

test("a change is confirmed once", async () => {
  const { get, post } = await newMember();
  const changed = await post("/settings", { intent: "name", name: "Meera Joshi" });
  expect(changed).toMatchObject({ status: 303, location: "/settings?whole" });
  const page = await get("/settings?whole");
  expect(count(page, "Your name is changed.")).toBe(1);
  expect(page.value("name")).toBe("Meera Joshi");
  expect(count(await get("/settings?whole"), "Your name is changed.")).toBe(0);
});

test("after too many attempts the form keeps the phone number and says when to try again, and other forms still work", async () => {
  const { post } = await newMember();
  const attempt = (phonePassword: string) =>
    post("/settings", { intent: "phone", phone: "+233 20 555 0101", phonePassword });
  for (let i = 1; i <= 10; i += 1) expect((await attempt(`Not-the-one-${i}`)).status).toBe(401);
  const page = await attempt("Not-the-one-11");
  expect(page.status).toBe(429);
  // The new document has no password in it, so it does not say that everything is still there.
  expect(page.alertText).toMatch(/^That was tried too often\. Try again in [^.]*\.$/);
  expect(page.value("phone")).toBe("+233 20 555 0101");
  expect(await post("/settings", { intent: "name", name: "Meera Joshi" })).toMatchObject({ status: 303 });
});

test("ending a session is confirmed, and ending it again says that it was gone", async () => {
  const { get, post, person } = await newMember();
  const otherSession = await signInOverApi(server(), person);
  const ids = [...(await get("/settings?whole")).html.matchAll(/name="session" value="([^"]+)"/g)];
  expect(ids).toHaveLength(1);
  const fields = { intent: "session", session: ids[0]?.[1] ?? "" };
  expect(await post("/settings", fields)).toMatchObject({ status: 303, location: "/settings?whole" });
  expect(count(await get("/settings?whole"), "That device is signed out.")).toBe(1);
  expect((await getPage(server(), "/settings?whole", { cookie: otherSession })).location).toBe("/login?ended");
  await post("/settings", fields);
  const page = await get("/settings?whole");
  expect(count(page, "That device was not signed in any more.")).toBe(1);
  expect(count(page, "That device is signed out.")).toBe(0);
});

test("a device whose end takes the password has a field for it, which says when the password is wrong", async () => {
  const { get, post, person } = await newMember();
  await signInOverApi(server(), person);
  const [, session = ""] = /name="session" value="([^"]+)"/.exec((await get("/settings?whole")).html) ?? [];
  const end = (sessionPassword: string) => post("/settings", { intent: "session", session, sessionPassword });
  const wrong = await end("Not-the-one-1");
  expect([wrong.status, wrong.fieldError("sessionPassword")]).toEqual([
    401,
    "This is not your password. Check it and try again",
  ]);
  expect((await end("")).fieldError("sessionPassword")).toBe("Enter your password");
  expect(await end(person.password)).toMatchObject({ status: 303, location: "/settings?whole" });
  expect(count(await get("/settings?whole"), "That device is signed out.")).toBe(1);
});

test("signing out of this device ends only its session, and signing out everywhere ends the others", async () => {
  const { get, post, person } = await newMember();
  const [second, third] = [await signInOverApi(server(), person), await signInOverApi(server(), person)];
  const redirectOf = async (cookie: string) => (await getPage(server(), "/settings?whole", { cookie })).location;
  expect((await get("/settings?whole")).html).toContain('action="/logout?here"');
  const here = await post("/logout?here", {});
  expect(here).toMatchObject({ status: 303, location: "/" });
  expect(here.cookie).not.toContain("__Host-session");
  expect(await redirectOf(second)).toBeNull();
  expect(await postForm(server(), "/logout", {}, { cookie: second })).toMatchObject({ status: 303, location: "/" });
  expect(await redirectOf(third)).toBe("/login?ended");
});

test("an invalid session id and an unknown intent are rejected", async () => {
  const { get, post } = await newMember();
  for (const session of ["", "..", "a/../../sessions"]) {
    expect((await post("/settings", { intent: "session", session })).status).toBe(400);
  }
  expect((await post("/settings", { intent: "email", email: "a@b.in" })).status).toBe(400);
  expect((await get("/settings?whole")).status).toBe(200);
});

test("the deletion page names what is deleted and the member, and requires the password", async () => {
  const { get, post, person } = await newMember();
  const page = await get("/settings/delete");
  for (const part of [person.name, "Your profile", "résumé or portfolio", "Your sign-ins", "The account itself"]) {
    expect(page.html).toContain(part);
  }
  expect(page.html).toContain('href="/api/account/export"');
  const empty = await post("/settings/delete", { password: "" });
  expect(empty).toMatchObject({ status: 422, alert: "Enter your password" });
  expect(empty.alertText).toContain("Nothing was deleted.");
  expect(empty.fieldError("password")).toBe("Enter your password");
});

test("a deletion is confirmed once on the home page, without a session", async () => {
  const { get, post, cookie, person } = await newMember();
  expect(await post("/settings/delete", { password: person.password })).toMatchObject({ status: 303, location: "/" });
  expect(cookie()).not.toContain("__Host-session");
  expect(count(await get("/"), "Your account is deleted.")).toBe(1);
  expect(count(await get("/"), "Your account is deleted.")).toBe(0);
});
