import { expect, test } from "vitest";
import { AppwriteUnderTest, DOCUMENTS, KEY, type Member } from "./appwrite-under-test";

function query(method: string, attribute?: string, values?: unknown[]): string {
  return JSON.stringify({ method, ...(attribute && { attribute }), ...(values && { values }) });
}

function listPath(...queries: string[]): string {
  return `${DOCUMENTS}?${queries.map((each, index) => `queries[${index}]=${encodeURIComponent(each)}`).join("&")}`;
}

function createProfile(appwrite: AppwriteUnderTest, member: Member, data: Record<string, unknown> = {}) {
  const body = { documentId: member.id, data: { id: member.id, Email: member.email, ...data } };
  return appwrite.call("POST", DOCUMENTS, { as: member.session, body });
}

test("a profile is its member's alone, and the server's", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const [asha, bina] = [await appwrite.join(), await appwrite.join()];
  await createProfile(appwrite, asha);
  const path = `${DOCUMENTS}/${asha.id}`;
  const body = { data: { college: "Fergusson" } };
  expect((await appwrite.call("GET", path, { as: bina.session })).status).toBe(404);
  expect((await appwrite.call("PATCH", path, { as: bina.session, body })).status).toBe(401);
  expect((await appwrite.call("DELETE", path, { as: bina.session })).status).toBe(401);
  expect((await appwrite.call("GET", path)).status).toBe(404);
  expect((await appwrite.call("GET", path, { as: KEY })).status).toBe(200);
  expect((await appwrite.call("PATCH", path, { as: asha.session, body })).json.college).toBe("Fergusson");
  expect((await appwrite.call("DELETE", path, { as: asha.session })).status).toBe(204);
});

test("of two creations under one id at the same time, one succeeds", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const replies = await Promise.all([createProfile(appwrite, asha), createProfile(appwrite, asha)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("a guardian's agreement is an optional yes or no", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const [asha, bina] = [await appwrite.join(), await appwrite.join()];
  expect((await createProfile(appwrite, asha)).json.guardianAgree).toBeNull();
  expect((await createProfile(appwrite, bina, { guardianAgree: true })).json.guardianAgree).toBe(true);
});

test.each(["constructor", "__proto__", "toString"])("the name %s is no attribute", async (name) => {
  const appwrite = await AppwriteUnderTest.create();
  const data = JSON.parse(`{ "id": "a", "Email": "a@example.org", "${name}": "x" }`);
  const reply = await appwrite.call("POST", DOCUMENTS, { as: KEY, body: { documentId: "unique()", data } });
  expect(reply).toMatchObject({ status: 400, json: { type: "document_invalid_structure" } });
});

test("a refused change leaves the document as it was", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const { json: before } = await createProfile(appwrite, asha, { college: "Fergusson" });
  const path = `${DOCUMENTS}/${asha.id}`;
  const body = { data: { college: "Wadia", agree: "yes" } };
  expect((await appwrite.call("PATCH", path, { as: asha.session, body })).status).toBe(400);
  expect((await appwrite.call("GET", path, { as: asha.session })).json).toEqual(before);
});

test("an upsert makes what is missing and changes what is there", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const path = `${DOCUMENTS}/${asha.id}`;
  const put = (data: Record<string, unknown>) =>
    appwrite.call("PUT", path, { as: asha.session, body: { data: { id: asha.id, Email: asha.email, ...data } } });
  expect((await put({ college: "Fergusson" })).status).toBe(201);
  expect(await put({ role: "Student" })).toMatchObject({
    status: 200,
    json: {
      college: "Fergusson",
      role: "Student",
      $permissions: [`read("user:${asha.id}")`, `update("user:${asha.id}")`, `delete("user:${asha.id}")`],
    },
  });
});

test("queries filter, order and page", async () => {
  const appwrite = await AppwriteUnderTest.create();
  for (const [index, college] of ["Wadia", "Fergusson", "Symbiosis", "Fergusson"].entries()) {
    const data = { id: `member-${index}`, Email: `m${index}@example.org`, name: `M${index}`, college };
    await appwrite.call("POST", DOCUMENTS, { as: KEY, body: { documentId: `doc-${index}`, data } });
    await appwrite.wait(60);
  }
  const ids = async (...queries: string[]) => {
    const { json } = await appwrite.call("GET", listPath(...queries), { as: KEY });
    return [json.total, ...json.documents.map((document: { $id: string }) => document.$id)];
  };
  expect(await ids(query("equal", "college", ["Fergusson"]))).toEqual([2, "doc-1", "doc-3"]);
  expect(await ids(query("orderAsc", "college"), query("limit", undefined, [2]))).toEqual([4, "doc-1", "doc-3"]);
  expect(await ids(query("orderDesc", "$createdAt"), query("offset", undefined, [3]))).toEqual([4, "doc-0"]);
  expect(await ids(query("cursorAfter", undefined, ["doc-1"]))).toEqual([4, "doc-2", "doc-3"]);
  expect(await ids(query("cursorBefore", undefined, ["doc-1"]))).toEqual([4, "doc-0"]);
  expect(await ids(query("lessThan", "$createdAt", ["2026-11-21T12:01:30.000Z"]))).toEqual([2, "doc-0", "doc-1"]);
  expect(await ids(query("contains", "name", ["m2"]))).toEqual([1, "doc-2"]);
  expect(await ids(query("isNull", "agree"), query("notEqual", "college", ["Wadia"]))).toEqual([
    3,
    "doc-1",
    "doc-2",
    "doc-3",
  ]);
  const either = JSON.stringify({
    method: "or",
    values: [JSON.parse(query("equal", "name", ["M0"])), JSON.parse(query("equal", "id", ["member-2"]))],
  });
  expect(await ids(either)).toEqual([2, "doc-0", "doc-2"]);
});

test("a call without a project is told so", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const reply = await appwrite.stub.fetch(`http://localhost${DOCUMENTS}`);
  expect(reply.status).toBe(401);
});
