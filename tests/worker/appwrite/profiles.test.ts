import { describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../../worker/config";
import { join, PASSWORD } from "../support/people";
import { bindings, createTestApp } from "../support/test-app";
import { admin, storedFiles, upload } from "../support/uploads";

/** Creates a document as another client of the project does. */
async function createDocument(documentId: string, data: object, permissions: string[]): Promise<void> {
  const { server, projectId, apiKey } = await loadConfig(bindings);
  const request = new Request(`${server.baseUrl}/databases/main/collections/users/documents`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Appwrite-Project": projectId, "X-Appwrite-Key": apiKey },
    body: JSON.stringify({ documentId, data, permissions }),
  });
  const response = await server.fetch(request);
  if (response.status !== 201) throw new Error(`the document was rejected: ${await response.text()}`);
}

/** Creates documents of another user that carry this user's id. */
async function createForeignDocuments(userId: string, count: number, permissions: string[]): Promise<void> {
  const data = { id: userId, Email: "stranger@example.org", college: "Nowhere" };
  for (let i = 0; i < count; i += 1) await createDocument("unique()", data, permissions);
}

describe("profiles", () => {
  it("finds a profile among a hundred documents that other users created with its id", async () => {
    const browser = createTestApp().browser();
    const { email } = await join(browser);
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    const { profiles } = await admin();
    await profiles.delete(user.id);
    await createForeignDocuments(user.id, 110, ['read("any")', 'update("user:stranger")']);
    expect((await browser.send("PATCH", "/profile", { location: "Pune" })).status).toBe(200);

    const account = await (await browser.send("GET", "/account")).json<{ profile: { Email: string } | null }>();
    expect(account.profile?.Email).toBe(email);
    expect((await profiles.findMany([user.id])).map(({ $id }) => $id)).toEqual([user.id]);
  });

  it("finds an older client's profile among them also with the API key, keeps its files and deletes it with the account", async () => {
    const browser = createTestApp().browser();
    const { email } = await join(browser, { role: "Mentor" });
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    const { profiles } = await admin();
    await profiles.delete(user.id);
    await createForeignDocuments(
      user.id,
      110,
      ["read", "update", "delete"].map((right) => `${right}("user:stranger")`),
    );
    const own = ["read", "update", "delete"].map((right) => `${right}("user:${user.id}")`);
    await createDocument("older-client", { id: user.id, Email: email, role: "Mentor" }, own);
    expect((await profiles.find(user.id))?.$id).toBe("older-client");

    const saved: string[] = [];
    for (const name of ["a.pdf", "b.pdf"]) {
      const { id, ticket } = await upload(browser, { kind: "portfolio", name });
      const change = { portfolioId: id, uploadTicket: ticket };
      expect((await browser.send("PATCH", "/profile", change)).status).toBe(200);
      saved.push(id);
    }
    await vi.waitFor(async () => expect(await storedFiles()).not.toContain(saved[0]));
    expect(await storedFiles()).toContain(saved[1]);
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    expect(await profiles.findMany([user.id])).toEqual([]);
  });

  it("finds a profile by its document id, also when its attribute has the id of somebody else", async () => {
    const browser = createTestApp().browser();
    const { email } = await join(browser);
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    const { profiles } = await admin();
    await profiles.delete(user.id);
    const own = ["read", "update", "delete"].map((right) => `${right}("user:${user.id}")`);
    await createDocument(user.id, { id: "somebody", Email: email, role: "Mentor" }, own);
    expect((await profiles.find(user.id))?.$id).toBe(user.id);
    expect((await profiles.findMany([user.id])).map(({ $id }) => $id)).toEqual([user.id]);
  });

  it("finds no profile of somebody else whose attribute has the id", async () => {
    const [browser, other] = [createTestApp().browser(), createTestApp().browser()];
    await join(browser);
    await join(other);
    const idOf = async (of: typeof browser) =>
      (await (await of.send("GET", "/account")).json<{ user: { id: string } }>()).user.id;
    const [id, otherId] = [await idOf(browser), await idOf(other)];
    const { profiles } = await admin();
    await profiles.update(otherId, { id });
    expect((await profiles.findMany([id])).map(({ $id }) => $id)).toEqual([id]);
  });
});
