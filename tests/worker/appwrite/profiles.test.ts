import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../worker/config";
import { join } from "../support/people";
import { bindings, createTestApp } from "../support/test-app";
import { admin } from "../support/uploads";

/** Creates public documents of another user that carry this user's id. */
async function createForeignDocuments(userId: string, count: number): Promise<void> {
  const { server, projectId, apiKey } = await loadConfig(bindings);
  for (let i = 0; i < count; i += 1) {
    const request = new Request(`${server.baseUrl}/databases/main/collections/users/documents`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Appwrite-Project": projectId, "X-Appwrite-Key": apiKey },
      body: JSON.stringify({
        documentId: "unique()",
        data: { id: userId, Email: "stranger@example.org", college: "Nowhere" },
        permissions: ['read("any")', 'update("user:stranger")'],
      }),
    });
    const response = await server.fetch(request);
    if (response.status !== 201) throw new Error(`the document was rejected: ${await response.text()}`);
  }
}

describe("profiles", () => {
  it("finds a profile among a hundred documents that other users created with its id", async () => {
    const browser = createTestApp().browser();
    const { email } = await join(browser);
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    const { profiles } = await admin();
    await profiles.delete(user.id);
    await createForeignDocuments(user.id, 110);
    expect((await browser.send("PATCH", "/profile", { location: "Pune" })).status).toBe(200);

    const account = await (await browser.send("GET", "/account")).json<{ profile: { Email: string } | null }>();
    expect(account.profile?.Email).toBe(email);
    expect((await profiles.findMany([user.id])).map(({ $id }) => $id)).toEqual([user.id]);
  });
});
