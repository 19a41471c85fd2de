import { expect, test } from "vitest";
import { AppwriteUnderTest, KEY, PASSWORD } from "./appwrite-under-test";

test("of two sign-ups with one address at the same time, one succeeds", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const body = { userId: "unique()", email: "asha@example.org", password: PASSWORD };
  const replies = await Promise.all([1, 2, 3].map(() => appwrite.call("POST", "/v1/account", { as: KEY, body })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

test("an address belongs to one account whatever its case", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const member = await appwrite.join();
  const body = { userId: "unique()", email: member.email.toUpperCase(), password: PASSWORD };
  const reply = await appwrite.call("POST", "/v1/account", { as: KEY, body });
  expect(reply).toMatchObject({ status: 409, json: { type: "user_already_exists" } });
});

test("a password is kept as a scrypt hash with a salt of its own", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const members = [await appwrite.join(), await appwrite.join()];
  const users = await Promise.all(members.map(({ id }) => appwrite.call("GET", `/v1/users/${id}`, { as: KEY })));
  const [first, second] = users.map(({ json }) => json.password);
  expect(first).toMatch(/^\$scrypt\$ln=\d+,r=8,p=1\$/);
  expect(first).not.toContain(PASSWORD);
  expect(second).not.toBe(first);
});

test("a member's own answers hold no hash", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  const { json } = await appwrite.call("GET", "/v1/account", { as: session });
  expect(json).not.toHaveProperty("password");
  expect(json).not.toHaveProperty("hash");
});

test("a new password ends every other session and keeps this one", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, session } = await appwrite.join();
  const other = await appwrite.signIn(email);
  const body = { password: "Neem-valley-77", oldPassword: PASSWORD };
  expect((await appwrite.call("PATCH", "/v1/account/password", { as: session, body })).status).toBe(200);
  expect((await appwrite.call("GET", "/v1/account", { as: session })).status).toBe(200);
  expect((await appwrite.call("GET", "/v1/account", { as: other })).status).toBe(401);
});

test("the eleventh session takes the place of the oldest", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, session: oldest } = await appwrite.join();
  let newest = oldest;
  for (let count = 2; count <= 11; count += 1) newest = await appwrite.signIn(email);
  expect((await appwrite.call("GET", "/v1/account", { as: oldest })).status).toBe(401);
  expect((await appwrite.call("GET", "/v1/account/sessions", { as: newest })).json.total).toBe(10);
});

test("a new address set at the same time never takes a new password back", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, session } = await appwrite.join();
  const address = `new-${email}`;
  const [password, change] = await Promise.all([
    appwrite.call("PATCH", "/v1/account/password", {
      as: session,
      body: { password: "Neem-valley-77", oldPassword: PASSWORD },
    }),
    appwrite.call("PATCH", "/v1/account/email", { as: session, body: { email: address, password: PASSWORD } }),
  ]);
  expect(password.status).toBe(200);
  expect([200, 401]).toContain(change.status);
  const current = change.status === 200 ? address : email;
  expect(await appwrite.signIn(current, "Neem-valley-77")).toBeTruthy();
});

test("another member's session cannot be read or ended", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const [asha, bina] = [await appwrite.join(), await appwrite.join()];
  const { json } = await appwrite.call("GET", "/v1/account/sessions/current", { as: bina.session });
  const path = `/v1/account/sessions/${json.$id}`;
  expect((await appwrite.call("GET", path, { as: asha.session })).status).toBe(404);
  expect((await appwrite.call("DELETE", path, { as: asha.session })).status).toBe(404);
  expect((await appwrite.call("GET", "/v1/account", { as: bina.session })).status).toBe(200);
});

test("blocking a user shuts their sessions out until they are unblocked", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, session } = await appwrite.join();
  await appwrite.call("PATCH", `/v1/users/${id}/status`, { as: KEY, body: { status: false } });
  expect((await appwrite.call("GET", "/v1/account", { as: session })).json.type).toBe("user_blocked");
  await appwrite.call("PATCH", `/v1/users/${id}/status`, { as: KEY, body: { status: true } });
  expect((await appwrite.call("GET", "/v1/account", { as: session })).status).toBe(200);
});

test("a deleted user is gone with their sessions, and their address is free again", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { id, email, session } = await appwrite.join();
  expect((await appwrite.call("DELETE", `/v1/users/${id}`, { as: KEY })).status).toBe(204);
  expect((await appwrite.call("GET", "/v1/account", { as: session })).status).toBe(401);
  const body = { userId: id, email, password: PASSWORD };
  expect((await appwrite.call("POST", "/v1/account", { as: KEY, body })).status).toBe(201);
});

test("settings keep their secrets from one call to the next, and hold nothing that signs tokens", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const read = async () => (await appwrite.stub.fetch("http://localhost/__embedded/settings")).json();
  const first = (await read()) as Record<string, string>;
  expect(await read()).toEqual(first);
  expect(Object.keys(first).toSorted()).toEqual([
    "apiKey",
    "bucketId",
    "collectionId",
    "databaseId",
    "projectId",
    "restrictedApiKey",
    "sessionSecret",
  ]);
});
