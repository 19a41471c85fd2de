// What is left in the embedded Appwrite's database of a user who was deleted.
import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { EmbeddedAppwrite, EmbeddedEnv } from "../../../worker/embedded/index";
import { Database } from "../../../worker/embedded/store/database";
import { rowsWith } from "../support/stored-rows";
import { AppwriteUnderTest, KEY, type Member, PASSWORD } from "./appwrite-under-test";

const RECOVERY = { url: "http://localhost/reset-password" };

/** Has the user leave a trace in every table that can name them. @returns the texts that name them */
async function leaveTraces(appwrite: AppwriteUnderTest, member: Member): Promise<string[]> {
  const { id, session } = member;
  const phone = "+919812345678";
  const newEmail = "Renamed.Zebra@Example.org";
  const name = "Quagga Zebra";
  const as = session;
  const from = { "X-Forwarded-For": "203.0.113.9" };
  const send = (method: string, path: string, body: unknown, caller?: string) =>
    appwrite.call(method, path, { as: caller, body, headers: from });
  await send("POST", "/v1/account/verifications/email", RECOVERY, as);
  await send("POST", "/v1/account/recovery", { ...RECOVERY, email: member.email });
  await send("POST", "/v1/account/tokens/email", { userId: id, email: member.email });
  await send("POST", "/v1/account/sessions/email", { email: member.email, password: "Wrong-password" });
  await send("PATCH", "/v1/account/name", { name }, as);
  await send("PATCH", "/v1/account/email", { email: newEmail, password: PASSWORD }, as);
  await send("PATCH", `/v1/users/${id}/phone`, { number: phone }, KEY);
  await send("PATCH", `/v1/users/${id}/verification/phone`, { phoneVerification: true }, KEY);
  await send("PUT", "/v1/account/recovery", { userId: id, secret: "wrong", password: PASSWORD });
  await send("POST", "/v1/account/tokens/email", { userId: id, email: newEmail });
  await send("POST", "/v1/account/tokens/phone", { userId: id, phone });
  await send("POST", "/v1/account/sessions/token", { userId: id, secret: "000000" });
  await send("POST", "/v1/account/jwts", {}, as);
  await send("POST", "/v1/account/mfa/authenticators/totp", {}, as);
  await send("POST", "/v1/account/mfa/recovery-codes", {}, as);
  const challenge = await send("POST", "/v1/account/mfa/challenges", { factor: "phone" }, as);
  await send("PUT", "/v1/account/mfa/challenges", { challengeId: challenge.json.$id, otp: "wrong" }, as);
  const second = await appwrite.call("POST", `/v1/users/${id}/sessions`, { as: KEY });
  await send("DELETE", `/v1/account/sessions/${second.json.$id}`, {}, as);
  return [id, member.email, newEmail, name, phone, challenge.json.$id];
}

const deletions = {
  "by themselves": ({ session }: Member) => ({ path: "/v1/account", as: session }),
  "by API key": ({ id }: Member) => ({ path: `/v1/users/${id}`, as: KEY }),
};

test.each(Object.entries(deletions))("a user who is deleted %s leaves no row that names them", async (_, request) => {
  const appwrite = await AppwriteUnderTest.create();
  const other = await appwrite.join("other");
  await appwrite.call("POST", "/v1/account/recovery", { body: { ...RECOVERY, email: other.email } });
  const member = await appwrite.join("zebra");
  const before = await rowsWith(appwrite.stub, [other.id, other.email]);
  const names = await leaveTraces(appwrite, member);
  const tables = new Set((await rowsWith(appwrite.stub, names)).map((row) => row.split(":")[0]));
  expect([...tables].sort()).toEqual([
    "authenticators",
    "challenges",
    "logs",
    "mails",
    "rate_limits",
    "sessions",
    "targets",
    "tokens",
    "users",
  ]);
  const { path, as } = request(member);
  expect((await appwrite.call("DELETE", path, { as })).status).toBe(204);
  expect(await rowsWith(appwrite.stub, names)).toEqual([]);
  expect(await rowsWith(appwrite.stub, [other.id, other.email])).toEqual(before);
});

test("an address that only a mailed code has named is forgotten, too, after it was changed", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const email = "zebra@example.org";
  await appwrite.call("POST", "/v1/account/tokens/email", { body: { userId: "zebra-1", email } });
  await appwrite.call("PATCH", "/v1/users/zebra-1/email", { as: KEY, body: { email: "quagga@example.org" } });
  expect(await rowsWith(appwrite.stub, [email])).toHaveLength(2);
  await appwrite.call("DELETE", "/v1/users/zebra-1", { as: KEY });
  expect(await rowsWith(appwrite.stub, [email, "zebra-1"])).toEqual([]);
});

test("mails of a database that has no users beside them yet go with their user", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const other = "other@example.org";
  for (const [userId, email] of [
    ["zebra-1", "zebra@example.org"],
    ["other-1", other],
  ]) {
    await appwrite.call("POST", "/v1/account/tokens/email", { as: KEY, body: { userId, email } });
  }
  await runInDurableObject(appwrite.stub, (_, { storage }) => {
    storage.sql.exec(`
      DROP INDEX mails_user;
      ALTER TABLE mails DROP COLUMN user_id;
      DELETE FROM migrations WHERE version >= 5;
    `);
    new Database(storage);
  });
  await appwrite.call("PATCH", "/v1/users/zebra-1/email", { as: KEY, body: { email: "quagga@example.org" } });
  await appwrite.call("DELETE", "/v1/users/zebra-1", { as: KEY });
  expect((await appwrite.mails()).map(({ to }) => to)).toEqual([other]);
});

test("deleting a user sets back no rate limit of an IP address, or of somebody whose address is similar", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const signIn = (email: string) =>
    appwrite.call("POST", "/v1/account/sessions/email", { body: { email, password: "Wrong-password" } });
  await signIn("extra.zebra@example.org");
  await appwrite.call("POST", "/v1/account/sessions/anonymous", { headers: { "X-Forwarded-For": "2001:db8::1" } });
  const counters = () => rowsWith(appwrite.stub, ["extra.zebra@example.org", "2001:db8::1"]);
  const before = await counters();
  expect(before.map((row) => row.split(":")[0])).toEqual(expect.arrayContaining(["rate_limits", "sessions"]));
  const body = { userId: "1", email: "zebra@example.org", password: PASSWORD };
  await appwrite.call("POST", "/v1/users", { as: KEY, body });
  await signIn("zebra@example.org");
  await appwrite.call("DELETE", "/v1/users/1", { as: KEY });
  expect(await counters()).toEqual(before);
});

test("a call whose body arrives after the user was deleted leaves no row that names them", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email, session } = await appwrite.join("zebra");
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const late = appwrite.stub.fetch("http://localhost/v1/account/verifications/email", {
    method: "POST",
    headers: {
      "X-Appwrite-Project": "navarambh",
      "X-Appwrite-Session": session,
      "Content-Type": "application/json",
    },
    body: readable,
  });
  const writer = writable.getWriter();
  const bytes = new TextEncoder().encode(JSON.stringify(RECOVERY));
  await writer.write(bytes.subarray(0, 5));
  await appwrite.call("DELETE", `/v1/users/${id}`, { as: KEY });
  await writer.write(bytes.subarray(5));
  await writer.close();
  expect((await late).status).toBe(401);
  expect(await rowsWith(appwrite.stub, [id, email])).toEqual([]);
});

test("an upload whose user is deleted while its bytes are written logs nothing", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join("zebra");
  await runInDurableObject(appwrite.stub, (instance: EmbeddedAppwrite) => {
    const { EMBEDDED_FILES: files } = (instance as unknown as { env: EmbeddedEnv }).env;
    vi.spyOn(files, "put").mockImplementationOnce(async () => {
      const headers = { "X-Appwrite-Project": "navarambh", "X-Appwrite-Session": session };
      const url = "http://localhost/v1/account";
      expect((await instance.fetch(new Request(url, { method: "DELETE", headers }))).status).toBe(204);
      return {} as R2Object;
    });
  });
  expect(await rowsWith(appwrite.stub, ["logs: "])).not.toEqual([]);
  expect((await appwrite.upload({ bytes: new Uint8Array(9) }, session)).status).toBe(201);
  expect(await rowsWith(appwrite.stub, ["logs: "])).toEqual([]);
});
