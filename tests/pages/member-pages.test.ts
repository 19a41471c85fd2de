// Who gets a member's page, and where everybody else is led.
import { expect, test } from "vitest";
import { getPage, postForm } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

const MEMBERS_PAGES = [
  "/dashboard",
  "/settings",
  "/settings/delete",
  "/profile",
  "/profile/file",
  "/profile/file/delete",
];

test.each(MEMBERS_PAGES)("a guest who asks for %s gets the sign-in page, with no message", async (path) => {
  const page = await getPage(server(), path);
  expect(page).toMatchObject({ status: 303, location: "/login" });
  expect((await getPage(server(), "/login", page)).html).not.toContain('role="status"');
});

test.each(["/login", "/signin", "/signup"])("a member who asks for %s gets the dashboard", async (path) => {
  const cookie = await signUpOverApi(server(), createPerson());
  expect(await getPage(server(), path, { cookie })).toMatchObject({ status: 303, location: "/dashboard" });
});

test("a session that has ended leads from every page and form to the sign-in page, which says so and clears the cookie", async () => {
  const cookie = await signUpOverApi(server(), createPerson());
  await postForm(server(), "/logout", {}, { cookie });
  const answers = [
    await getPage(server(), "/dashboard?whole", { cookie }),
    await getPage(server(), "/settings?whole", { cookie }),
    await getPage(server(), "/profile", { cookie }),
    await getPage(server(), "/profile/file", { cookie }),
    await postForm(server(), "/dashboard", {}, { cookie }),
    await postForm(server(), "/settings", { intent: "name", name: "Meera Joshi" }, { cookie }),
    await postForm(server(), "/settings/delete", { password: "Marigold-2025" }, { cookie }),
    await postForm(server(), "/profile", { role: "Mentor", location: "Pune" }, { cookie }),
    await postForm(server(), "/profile/file/delete", { kind: "resume", id: "abc" }, { cookie }),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 303, location: "/login?ended" });
    expect(answer.cookie).not.toContain("__Host-session");
  }
  const signIn = await getPage(server(), "/login?ended");
  expect(signIn.html).toContain("Your session has ended. Sign in again to go on.");
});
