// What people see while as many backend calls are on their way as an isolate allows.
// @module-tag own-server
import { afterEach, expect, test } from "vitest";
import { CALL_LIMITS } from "../../worker/appwrite/calls-in-flight";
import { useFaultyProduct } from "../support/faulty-product";
import { getPage, postForm } from "../support/http";
import { createPerson, newIpAddress } from "../support/people";

const { appwrite, server, restore, newMember, signIn, signUp, backendCalls } = useFaultyProduct();

const MESSAGE = "Many people are here right now. Try again in 5 seconds.";

let crowd: AbortController[] = [];

/** Fills the server's isolate with calls that the backend does not answer for now. */
async function fill(cookie: string): Promise<void> {
  appwrite().hold();
  const { origin } = server();
  crowd = Array.from({ length: CALL_LIMITS.maxCalls }, () => {
    const visitor = new AbortController();
    const headers = { Cookie: cookie, "CF-Connecting-IP": newIpAddress() };
    fetch(`${origin}/api/account/sessions`, { headers, signal: visitor.signal }).catch(() => {});
    return visitor;
  });
  const held = () => backendCalls().filter((call) => call === "GET /account/sessions");
  await expect.poll(() => held().length).toBe(CALL_LIMITS.maxCalls);
}

/** Everybody hangs up. */
function leave(): void {
  for (const visitor of crowd) visitor.abort();
  crowd = [];
}

afterEach(leave);

test("guests read the site, and a form that is sent keeps what was typed", async () => {
  const { person, cookie } = await newMember();
  await fill(cookie);
  const before = backendCalls().length;
  for (const path of ["/", "/about", "/login", "/signup"]) expect((await getPage(server(), path)).status).toBe(200);
  const signInPage = await signIn(person);
  const signUpPage = await signUp(createPerson({ role: "Mentor", name: "Bina Joshi" }));
  for (const page of [signInPage, signUpPage]) {
    expect(page.status).toBe(503);
    expect(page.headers.get("Retry-After")).toBe("5");
    expect(page.alert).toBe(MESSAGE);
  }
  expect(signInPage.value("email")).toBe(person.email);
  expect(signUpPage.value("name")).toBe("Bina Joshi");
  const recovery = await postForm(server(), "/reset-password", { email: person.email });
  expect(recovery.status).toBe(503);
  expect(recovery.alert).toBe(MESSAGE);
  expect(backendCalls()).toHaveLength(before);
  await restore();
  expect((await signIn(person)).location).toBe("/dashboard?whole");
});

test("a member's page says when to load it again", async () => {
  const { cookie } = await newMember();
  await fill(cookie);
  const page = await getPage(server(), "/dashboard", { cookie });
  expect(page.status).toBe(503);
  expect(page.headers.get("Retry-After")).toBe("5");
  expect(page.text).toContain("Many people are here right now");
  // Nobody is signed out by it.
  expect(page.cookie).toBe(cookie);
  await restore();
  expect((await getPage(server(), "/dashboard?whole", { cookie })).status).toBe(200);
});

test("calls whose visitors have left make room as soon as the backend has answered", async () => {
  const { person, cookie } = await newMember();
  await fill(cookie);
  leave();
  // The backend works on what it was asked, whoever waits for it.
  expect((await signIn(person)).status).toBe(503);
  await restore();
  expect((await signIn(person)).location).toBe("/dashboard?whole");
});
