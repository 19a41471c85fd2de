// Access to the pages of members, and the redirects for everybody else.
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { MEMBER_PAGES } from "../../worker/pages/member-pages";
import { getPage, postForm } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";
import { fileBytes } from "../support/test-files";

const server = useServer();

test.each(MEMBER_PAGES)("%s redirects a guest to the sign-in page, without a message", async (path) => {
  const page = await getPage(server(), path);
  expect(page).toMatchObject({ status: 303, location: "/login" });
  expect((await getPage(server(), "/login", page)).html).not.toContain('role="status"');
});

test("every page that a member can open has a button that signs out", async () => {
  const cookie = await signUpOverApi(server(), createPerson({ role: "Student" }));
  const redirected: string[] = [];
  for (const path of MEMBER_PAGES) {
    const page = await getPage(server(), `${path}?whole`, { cookie });
    if (page.status !== 200) {
      redirected.push(path);
      continue;
    }
    const header = parse(page.html).querySelector("header");
    const form = header?.querySelectorAll("form").find((found) => found.getAttribute("action") === "/logout");
    expect(form?.getAttribute("method"), path).toBe("post");
    expect(form?.querySelector("button[type=submit]")?.text, path).toBe("Logout");
  }
  // There is nothing to switch off or to delete yet.
  expect(redirected).toEqual(["/settings/two-step/codes", "/settings/two-step/off", "/profile/file/delete"]);
});

test("a guest who sends a file for a profile is redirected to the sign-in page", async () => {
  const form = new FormData();
  form.set("resume", new File([new Uint8Array(9_000)], "cv.pdf"));
  expect(await postForm(server(), "/profile/file", form)).toMatchObject({ status: 303, location: "/login" });
});

test.each(["/login", "/signin", "/signup"])("%s redirects a member to the dashboard", async (path) => {
  const cookie = await signUpOverApi(server(), createPerson());
  expect(await getPage(server(), path, { cookie })).toMatchObject({ status: 303, location: "/dashboard" });
});

test("a member who asks for a code in a page from before the sign-in is told that none was sent", async () => {
  const cookie = await signUpOverApi(server(), createPerson());
  const other = createPerson();
  await signUpOverApi(server(), other);
  const response = await postForm(server(), "/login/code", { email: other.email }, { cookie });
  expect(response).toMatchObject({ status: 303, location: "/dashboard?whole" });
  expect((await getPage(server(), "/dashboard?whole", response)).text).toContain("No code was sent.");
});

test("every page and form redirects an ended session to the sign-in page, clears the cookie, and the page says why", async () => {
  const cookie = await signUpOverApi(server(), createPerson());
  await postForm(server(), "/logout", {}, { cookie });
  const responses = [
    await getPage(server(), "/dashboard?whole", { cookie }),
    await getPage(server(), "/settings?whole", { cookie }),
    await getPage(server(), "/settings/two-step", { cookie }),
    await getPage(server(), "/profile", { cookie }),
    await getPage(server(), "/profile/file", { cookie }),
    await postForm(server(), "/dashboard", {}, { cookie }),
    await postForm(server(), "/settings", { intent: "name", name: "Meera Joshi" }, { cookie }),
    await postForm(server(), "/settings/delete", { password: "Marigold-2025" }, { cookie }),
    await postForm(server(), "/settings/two-step", { password: "Marigold-2025" }, { cookie }),
    await postForm(server(), "/settings/two-step/codes", { password: "Marigold-2025", code: "123456" }, { cookie }),
    await postForm(server(), "/settings/two-step/off", { password: "Marigold-2025", code: "123456" }, { cookie }),
    await postForm(server(), "/profile", { role: "Mentor", location: "Pune" }, { cookie }),
    await postForm(server(), "/profile/file/delete", { kind: "resume", id: "abc" }, { cookie }),
  ];
  for (const response of responses) {
    expect(response).toMatchObject({ status: 303, location: "/login?ended" });
    expect(response.cookie).not.toContain("__Host-session");
  }
  const signIn = await getPage(server(), "/login?ended");
  expect(signIn.html).toContain("You were signed out, here or on another device. Sign in again to go on.");
});

test("a form that another member opened in the same browser changes nothing, and the dashboard says why", async () => {
  const opener = await signUpOverApi(server(), createPerson());
  const member = createPerson();
  const cookie = await signUpOverApi(server(), member);
  const account = async () => {
    const response = await fetch(`${server().origin}/api/account`, { headers: { Cookie: cookie } });
    return response.json();
  };
  const before = await account();
  const file = new File([fileBytes("pdf", 9_000)], "cv.pdf");
  const forms: [string, Record<string, string | File>][] = [
    ["/profile", { role: "Mentor", location: "Nagpur" }],
    ["/settings", { intent: "name", name: "Meera Joshi" }],
    ["/settings", { intent: "session", session: "6b018ead518f809a60b8" }],
    ["/settings/two-step", { password: member.password }],
    ["/settings/delete", { password: member.password }],
    ["/profile/file", { kind: "portfolio", portfolio: file }],
  ];
  // The pages of two-step sign-in and of a session to end have their forms in some states only.
  const openerId = (await getPage(server(), "/profile", { cookie: opener })).value("member") ?? "";
  for (const [path, fields] of forms) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ member: openerId, ...fields })) form.set(name, value);
    const response = await postForm(server(), path, form, { cookie });
    expect(response, path).toMatchObject({ status: 303, location: "/dashboard?whole" });
    const dashboard = await getPage(server(), "/dashboard?whole", response);
    expect(dashboard.text, path).toContain("Nothing was changed. The form was opened in another account.");
    expect(await account(), path).toEqual(before);
  }
  for (const path of ["/settings?whole", "/settings/delete", "/profile/file"]) {
    expect((await getPage(server(), path, { cookie: opener })).value("member"), path).toBe(openerId);
  }
});

test("no streamed page of a member shows the name to whoever has the cookie of a session that has ended", async () => {
  const person = createPerson();
  const cookie = await signUpOverApi(server(), person);
  const paths = MEMBER_PAGES.flatMap((path) => [path, `${path}.data`]);
  // Programs get whole pages, which redirect.
  const headers = { Cookie: cookie, "User-Agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/131.0.0.0" };
  const pathsWithName = async () => {
    const answers = await Promise.all(
      paths.map((path) => fetch(server().origin + path, { headers, redirect: "manual" })),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    return paths.filter((_, i) => texts[i]?.includes(person.name));
  };
  expect(await pathsWithName()).toEqual(expect.arrayContaining(["/dashboard", "/dashboard.data", "/settings.data"]));
  await postForm(server(), "/logout", {}, { cookie });
  expect(await pathsWithName()).toEqual([]);
});
