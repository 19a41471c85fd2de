import { expect, test } from "vitest";
import { AppwriteUnderTest, KEY, PASSWORD } from "./appwrite-under-test";

const HOUR = 3600;

function tryPassword(appwrite: AppwriteUnderTest, email: string, password: string, ip = "203.0.113.1") {
  const headers = { "X-Forwarded-For": ip };
  return appwrite.call("POST", "/v1/account/sessions/email", { body: { email, password }, headers });
}

test("ten wrong passwords an hour close an address to every client, until the next hour", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email } = await appwrite.join();
  await appwrite.wait(HOUR / 2);
  for (let count = 0; count < 10; count += 1) {
    expect((await tryPassword(appwrite, email, "Wrong-password")).status).toBe(401);
  }
  const refused = await tryPassword(appwrite, email, PASSWORD, "203.0.113.2");
  expect(refused.json.type).toBe("general_rate_limit_exceeded");
  expect(refused.headers.get("x-ratelimit-reset")).toBe(String(Date.parse("2026-11-21T13:00:00Z") / 1000));
  await appwrite.wait(HOUR / 2 - 1);
  expect((await tryPassword(appwrite, email, PASSWORD)).status).toBe(429);
  await appwrite.wait(1);
  expect((await tryPassword(appwrite, email, PASSWORD)).status).toBe(201);
});

test("the right password takes the count back", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email } = await appwrite.join();
  for (let count = 0; count < 9; count += 1) await tryPassword(appwrite, email, "Wrong-password");
  expect((await tryPassword(appwrite, email, PASSWORD)).status).toBe(201);
  const next = await tryPassword(appwrite, email, "Wrong-password");
  expect(next.headers.get("x-ratelimit-remaining")).toBe("9");
});

test("calls by key are neither counted nor refused", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email } = await appwrite.join();
  const body = { email, password: "Wrong-password" };
  for (let count = 0; count < 12; count += 1) {
    expect((await appwrite.call("POST", "/v1/account/sessions/email", { as: KEY, body })).status).toBe(401);
  }
  expect((await tryPassword(appwrite, email, PASSWORD)).status).toBe(201);
});

test("sign-ups are counted by client address, those that are refused too", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const signUp = (ip: string) =>
    appwrite.call("POST", "/v1/account", { body: { userId: "unique()" }, headers: { "X-Forwarded-For": ip } });
  for (let count = 0; count < 10; count += 1) expect((await signUp("203.0.113.1")).status).toBe(400);
  expect((await signUp("203.0.113.1")).status).toBe(429);
  expect((await signUp("203.0.113.2")).status).toBe(400);
});
