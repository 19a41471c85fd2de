// What the recordings do not show of multi-factor authentication: mostly the course of time.
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { totpCode } from "../../../worker/embedded/account/totp";
import { Database } from "../../../worker/embedded/store/database";
import { AppwriteUnderTest, KEY, type Member, PASSWORD } from "./appwrite-under-test";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const AUTHENTICATOR = "/v1/account/mfa/authenticators/totp";
const CHALLENGES = "/v1/account/mfa/challenges";
const RECOVERY_CODES = "/v1/account/mfa/recovery-codes";

interface MemberWithApp extends Member {
  /** The code that their authenticator app shows now. */
  code: () => string;
}

/** A member with a verified authenticator and MFA switched on. */
async function joinWithApp(appwrite: AppwriteUnderTest): Promise<MemberWithApp> {
  const member = await appwrite.join();
  const { secret } = (await appwrite.call("POST", AUTHENTICATOR, { as: member.session })).json;
  const code = () => totpCode(secret, appwrite.now());
  await appwrite.call("PUT", AUTHENTICATOR, { as: member.session, body: { otp: code() } });
  await appwrite.call("PATCH", "/v1/account/mfa", { as: member.session, body: { mfa: true } });
  return { ...member, code };
}

async function challenge(appwrite: AppwriteUnderTest, as: string, factor = "totp"): Promise<string> {
  return (await appwrite.call("POST", CHALLENGES, { as, body: { factor } })).json.$id;
}

function answer(appwrite: AppwriteUnderTest, as: string, challengeId: string, otp: string) {
  return appwrite.call("PUT", CHALLENGES, { as, body: { challengeId, otp } });
}

test("a code is accepted until its 30 seconds are over", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, code } = await joinWithApp(appwrite);
  const session = await appwrite.signIn(email);
  const id = await challenge(appwrite, session);
  const old = code();
  await appwrite.wait(30);
  expect((await answer(appwrite, session, id, old)).json.type).toBe("user_invalid_token");
  const fresh = code();
  await appwrite.wait(29);
  expect((await answer(appwrite, session, id, fresh)).json.factors).toEqual(["password", "totp"]);
  expect((await appwrite.call("GET", "/v1/account", { as: session })).status).toBe(200);
});

test("a challenge can be answered after it has expired", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, code } = await joinWithApp(appwrite);
  const session = await appwrite.signIn(email);
  const id = await challenge(appwrite, session);
  await appwrite.wait(DAY);
  expect((await answer(appwrite, session, id, code())).status).toBe(200);
});

test.each([
  ["for half an hour", 30 * MINUTE, 201, 200],
  ["and not longer", 30 * MINUTE + 1, 201, 401],
])("a passed challenge opens the recovery codes %s", async (_, seconds, created, status) => {
  const appwrite = await AppwriteUnderTest.create();
  const { session, code } = await joinWithApp(appwrite);
  expect((await appwrite.call("POST", RECOVERY_CODES, { as: session })).status).toBe(created);
  await answer(appwrite, session, await challenge(appwrite, session), code());
  await appwrite.wait(seconds);
  expect((await appwrite.call("GET", RECOVERY_CODES, { as: session })).status).toBe(status);
});

test("a member who has no recovery codes is told so after a challenge", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session, code } = await joinWithApp(appwrite);
  await answer(appwrite, session, await challenge(appwrite, session), code());
  for (const method of ["GET", "PATCH"]) {
    const { json } = await appwrite.call(method, RECOVERY_CODES, { as: session });
    expect(json.type).toBe("user_recovery_codes_not_found");
  }
});

test("of two answers with one recovery code at the same time, one succeeds", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, session } = await joinWithApp(appwrite);
  const { recoveryCodes } = (await appwrite.call("POST", RECOVERY_CODES, { as: session })).json;
  const sessions = [await appwrite.signIn(email), await appwrite.signIn(email)];
  const replies = await Promise.all(
    sessions.map(async (as) =>
      answer(appwrite, as, await challenge(appwrite, as, "recoveryCode"), String(recoveryCodes[0])),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test("the code of a phone challenge stands in the mailbox, since there are no text messages", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email } = await appwrite.join();
  await appwrite.call("PATCH", `/v1/users/${id}/phone`, { as: KEY, body: { number: "+919812345678" } });
  await appwrite.call("PATCH", `/v1/users/${id}/verification/phone`, { as: KEY, body: { phoneVerification: true } });
  await appwrite.call("PATCH", `/v1/users/${id}/mfa`, { as: KEY, body: { mfa: true } });
  const session = await appwrite.signIn(email);
  const challengeId = await challenge(appwrite, session, "phone");
  const [message] = await appwrite.mails();
  expect(message).toMatchObject({ to: "+919812345678", kind: "challenge" });
  const { json } = await answer(appwrite, session, challengeId, String(message?.code));
  expect(json.factors).toEqual(["password", "phone"]);
});

test("a server's JWT has no session: it reads the account, and has none to sign out or to verify", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email } = await joinWithApp(appwrite);
  await appwrite.signIn(email);
  const { jwt } = (await appwrite.call("POST", `/v1/users/${id}/jwts`, { as: KEY, body: { duration: 60 } })).json;
  const call = (method: string, path: string, body?: unknown) =>
    appwrite.call(method, path, { headers: { "X-Appwrite-JWT": jwt }, body });
  expect((await call("GET", "/v1/account")).status).toBe(200);
  expect((await call("DELETE", "/v1/account/sessions/current")).json.type).toBe("user_session_not_found");
  expect((await call("PATCH", "/v1/account/mfa", { mfa: true })).json.type).toBe("user_session_not_found");
  await appwrite.wait(MINUTE);
  expect((await call("GET", "/v1/account")).json.type).toBe("user_jwt_invalid");
});

test("a server's JWT for the newest session is asked for its second factor", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email } = await joinWithApp(appwrite);
  await appwrite.signIn(email);
  const body = { sessionId: "recent" };
  const { jwt } = (await appwrite.call("POST", `/v1/users/${id}/jwts`, { as: KEY, body })).json;
  const { json } = await appwrite.call("GET", "/v1/account", { headers: { "X-Appwrite-JWT": jwt } });
  expect(json.type).toBe("user_more_factors_required");
});

test("nothing of a deleted member's factors is left for the next one with their id", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email } = await joinWithApp(appwrite);
  await appwrite.call("DELETE", `/v1/users/${id}`, { as: KEY });
  await appwrite.call("POST", "/v1/account", { as: KEY, body: { userId: id, email, password: PASSWORD } });
  const { json } = await appwrite.call("GET", `/v1/users/${id}/mfa/factors`, { as: KEY });
  expect(json).toEqual({ totp: false, phone: false, email: false, recoveryCode: false });
});

test("a database from before MFA is brought up to date, and its members stay signed in", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  await runInDurableObject(appwrite.stub, (_, { storage }) => {
    storage.sql.exec(`
      DROP TABLE authenticators;
      DROP TABLE challenges;
      ALTER TABLE users DROP COLUMN mfa;
      ALTER TABLE users DROP COLUMN recovery_codes;
      ALTER TABLE sessions DROP COLUMN mfa_updated_at;
      DROP INDEX mails_user;
      ALTER TABLE mails DROP COLUMN user_id;
      DELETE FROM migrations WHERE version >= 4;
    `);
    new Database(storage);
  });
  const { status, json } = await appwrite.call("GET", "/v1/account", { as: session });
  expect({ status, mfa: json.mfa }).toEqual({ status: 200, mfa: false });
  expect((await appwrite.call("POST", AUTHENTICATOR, { as: session })).status).toBe(200);
});

test("rate limits can be set back, for tests that need more calls", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  const create = () => appwrite.call("POST", CHALLENGES, { as: session, body: { factor: "totp" } });
  for (let count = 0; count < 10; count += 1) await create();
  expect((await create()).status).toBe(429);
  expect((await appwrite.call("GET", "/__rate-limits")).status).toBe(405);
  expect((await create()).status).toBe(429);
  expect((await appwrite.call("DELETE", "/__rate-limits")).status).toBe(204);
  expect((await create()).status).toBe(201);
});
