import { expect, test } from "vitest";
import { AppwriteUnderTest, KEY, PASSWORD } from "./appwrite-under-test";

const HOUR = 3600;
const DAY = 24 * HOUR;

async function linkedSecret(appwrite: AppwriteUnderTest): Promise<string> {
  const [mail] = await appwrite.mails();
  return new URL(mail?.links[0] ?? "").searchParams.get("secret") ?? "";
}

test.each([
  ["just before an hour has gone", HOUR - 1, 200],
  ["after an hour", HOUR, 401],
])("a verification link %s", async (_, seconds, status) => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, session } = await appwrite.join();
  await appwrite.call("POST", "/v1/account/verification", { as: session, body: { url: "http://localhost/verify" } });
  const secret = await linkedSecret(appwrite);
  await appwrite.wait(seconds);
  const reply = await appwrite.call("PUT", "/v1/account/verification", { body: { userId: id, secret } });
  expect(reply.status).toBe(status);
  const { json } = await appwrite.call("GET", "/v1/account", { as: session });
  expect(json.emailVerification).toBe(status === 200);
});

test.each([
  ["just before an hour has gone", HOUR - 1, 200],
  ["after an hour", HOUR, 401],
])("a recovery link %s", async (_, seconds, status) => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email } = await appwrite.join();
  await appwrite.call("POST", "/v1/account/recovery", { as: KEY, body: { email, url: "http://localhost/reset" } });
  const secret = await linkedSecret(appwrite);
  await appwrite.wait(seconds);
  const body = { userId: id, secret, password: "Neem-valley-77" };
  expect((await appwrite.call("PUT", "/v1/account/recovery", { body })).status).toBe(status);
});

test("of two recoveries with one secret at the same time, one succeeds", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email } = await appwrite.join();
  await appwrite.call("POST", "/v1/account/recovery", { as: KEY, body: { email, url: "http://localhost/reset" } });
  const secret = await linkedSecret(appwrite);
  const replies = await Promise.all(
    ["Neem-valley-77", "Mango-season-9"].map((password) =>
      appwrite.call("PUT", "/v1/account/recovery", { body: { userId: id, secret, password } }),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test.each([
  ["just before a quarter of an hour has gone", 15 * 60 - 1, 201],
  ["after a quarter of an hour", 15 * 60, 401],
])("a one-time code %s", async (_, seconds, status) => {
  const appwrite = await AppwriteUnderTest.create();
  const token = await appwrite.call("POST", "/v1/account/tokens/email", {
    as: KEY,
    body: { userId: "unique()", email: "new@example.org" },
  });
  await appwrite.wait(seconds);
  const body = { userId: token.json.userId, secret: token.json.secret };
  expect((await appwrite.call("POST", "/v1/account/sessions/token", { as: KEY, body })).status).toBe(status);
});

test("a session ends after a year, and an extended one a year after that", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, session } = await appwrite.join();
  const extended = await appwrite.signIn(email);
  await appwrite.wait(364 * DAY);
  await appwrite.call("PATCH", "/v1/account/sessions/current", { as: extended, body: {} });
  await appwrite.wait(DAY);
  expect((await appwrite.call("GET", "/v1/account", { as: session })).status).toBe(401);
  expect((await appwrite.call("GET", "/v1/account", { as: extended })).status).toBe(200);
});

test("a JWT stands for its session for a quarter of an hour, and not once the session has ended", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, session } = await appwrite.join();
  const other = await appwrite.signIn(email);
  const makeJwt = async (as: string) => (await appwrite.call("POST", "/v1/account/jwts", { as, body: {} })).json.jwt;
  const [jwt, endedJwt] = [await makeJwt(session), await makeJwt(other)];
  const read = (value: string) => appwrite.call("GET", "/v1/account", { headers: { "X-Appwrite-JWT": value } });
  await appwrite.call("DELETE", "/v1/account/sessions/current", { as: other });
  expect((await read(endedJwt)).status).toBe(401);
  expect((await read(jwt)).status).toBe(200);
  await appwrite.wait(15 * 60);
  expect((await read(jwt)).json.type).toBe("user_jwt_invalid");
});

test("a JWT with changed claims is refused", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  const { json } = await appwrite.call("POST", "/v1/account/jwts", { as: session, body: {} });
  const [header, payload = "", signature] = json.jwt.split(".");
  const claims = JSON.parse(atob(payload));
  const forged = btoa(JSON.stringify({ ...claims, exp: claims.exp + DAY })).replaceAll("=", "");
  const headers = { "X-Appwrite-JWT": `${header}.${forged}.${signature}` };
  expect((await appwrite.call("GET", "/v1/account", { headers })).json.type).toBe("user_jwt_invalid");
});

test("a one-time code that was right once is used up", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email } = await appwrite.join();
  const token = await appwrite.call("POST", "/v1/account/tokens/email", {
    as: KEY,
    body: { userId: "unique()", email },
  });
  const body = { userId: token.json.userId, secret: token.json.secret };
  const replies = [
    await appwrite.call("POST", "/v1/account/sessions/token", { as: KEY, body }),
    await appwrite.call("POST", "/v1/account/sessions/token", { as: KEY, body }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 401]);
});

test("the password that a code made needless can still be set", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const token = await appwrite.call("POST", "/v1/account/tokens/email", {
    as: KEY,
    body: { userId: "unique()", email: "new@example.org" },
  });
  const { userId } = token.json;
  await appwrite.call("PATCH", `/v1/users/${userId}/password`, { as: KEY, body: { password: PASSWORD } });
  expect(await appwrite.signIn("new@example.org")).toMatch(/^[A-Za-z0-9+/=]+$/);
});
