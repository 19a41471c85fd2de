import { ID } from "appwrite";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../../worker/config";
import { generateId } from "../../../worker/services/ids";
import { cutsConnection, Faults, failsWith, neverResponds, refusesConnection, respondsWith } from "../support/faults";
import { join, PASSWORD, STUDENT, signIn } from "../support/people";
import { type Browser, bindings, createTestApp } from "../support/test-app";
import { admin, fileBytes, storedFiles, TUS, upload } from "../support/uploads";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("GET and PATCH /api/profile", () => {
  it("return and change the member's profile", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const changed = await browser.send("PATCH", "/profile", { location: "Thane", companyUrl: "example.in" });
    expect(await changed.json()).toMatchObject({ profile: { location: "Thane", companyUrl: "https://example.in" } });
    expect(await (await browser.send("GET", "/profile")).json()).toMatchObject({ profile: { location: "Thane" } });
  });

  it.each(["id", "Email", "name", "phone", "password", "$permissions", "agree"])(
    "reject a change of %s",
    async (field) => {
      const browser = createTestApp().browser();
      await join(browser);
      const response = await browser.send("PATCH", "/profile", { [field]: "x" });
      expect(response.status).toBe(422);
    },
  );

  it.each([
    {},
    { uploadTicket: "a", expectedFileId: "b" },
    { expectedFileId: "alone" },
    { location: "Atlantis" },
    { role: "Admin" },
    { dob: "2099-01-01" },
    { companyUrl: "javascript:alert(1)" },
    { resumeId: "" },
    { portfolioId: "" },
  ])("reject %j", async (patch) => {
    const browser = createTestApp().browser();
    await join(browser);
    expect((await browser.send("PATCH", "/profile", patch)).status).toBe(422);
  });

  it("apply the rules of sign-up to the changed profile", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const minor = { ...STUDENT, dob: "2015-01-01", educationLevel: "High School", subLevel: "10th Grade" };
    const rejected = await browser.send("PATCH", "/profile", minor);
    expect(await rejected.json()).toMatchObject({
      error: { code: 422, fields: { guardianAgree: "A parent or guardian must agree before you join" } },
    });
    expect((await browser.send("PATCH", "/profile", { ...minor, guardianAgree: true })).status).toBe(200);
  });

  it("need a session", async () => {
    for (const method of ["GET", "PATCH"]) {
      const response = await createTestApp()
        .browser()
        .send(method, "/profile", method === "GET" ? undefined : { location: "Thane" });
      expect(await response.json()).toMatchObject({ error: { code: 401, type: "session_missing" } });
    }
  });

  it("replace the file and delete the old one", async () => {
    const app = createTestApp();
    const first = await upload(app.browser(), { kind: "resume", name: "cv.pdf" });
    const browser = app.browser();
    await join(browser, { ...STUDENT, resumeId: first.id, uploadTicket: first.ticket });
    const second = await upload(browser, { kind: "resume", name: "cv2.pdf" });
    const response = await browser.send("PATCH", "/profile", { resumeId: second.id, uploadTicket: second.ticket });
    expect(await response.json()).toMatchObject({ profile: { resumeId: second.id } });
    await app.waitForBackgroundTasks();
    const files = await storedFiles();
    expect(files).toContain(second.id);
    expect(files).not.toContain(first.id);
  });

  it("apply a change when the profile is created meanwhile", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    const none = { message: "Row not found", code: 404, type: "row_not_found" };
    faults.on(/^GET \/tablesdb.*\/rows\/\w+$/, respondsWith(404, JSON.stringify(none)), 1);
    faults.on(/^GET \/tablesdb.*\/rows$/, respondsWith(200, JSON.stringify({ total: 0, rows: [] })), 1);
    const changed = await browser.send("PATCH", "/profile", { location: "Thane" });
    expect(await changed.json()).toMatchObject({ profile: { location: "Thane", role: "Mentor" } });
    expect(await (await browser.send("GET", "/profile")).json()).toMatchObject({ profile: { location: "Thane" } });
  });

  it("succeed when a change with a file is sent twice", async () => {
    const browser = createTestApp().browser();
    await join(browser, STUDENT);
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    for (let i = 0; i < 2; i += 1) {
      const response = await browser.send("PATCH", "/profile", { resumeId: file.id, uploadTicket: file.ticket });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ profile: { resumeId: file.id } });
    }
  });

  it("reject a file that is gone", async () => {
    const browser = createTestApp().browser();
    await join(browser, STUDENT);
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    await browser.fetch(file.path, { method: "DELETE", headers: TUS });
    const response = await browser.send("PATCH", "/profile", { resumeId: file.id, uploadTicket: file.ticket });
    expect(await response.json()).toMatchObject({ error: { code: 410, type: "upload_gone" } });
  });

  it("reject two new files, since a ticket is for one", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const response = await browser.send("PATCH", "/profile", { resumeId: "a", portfolioId: "b", uploadTicket: "c" });
    expect(await response.json()).toMatchObject({
      error: { code: 422, message: "Change one file at a time: a ticket is for one" },
    });
  });

  it("reject another member's file", async () => {
    const app = createTestApp();
    const [owner, other] = [app.browser(), app.browser()];
    await join(owner, STUDENT);
    await join(other, STUDENT);
    const file = await upload(owner, { kind: "resume", name: "cv.pdf" });
    const stolen = await other.send("PATCH", "/profile", { resumeId: file.id, uploadTicket: file.ticket });
    expect(await stolen.json()).toMatchObject({ error: { code: 403, type: "forbidden" } });
    const guessed = await other.send("PATCH", "/profile", { resumeId: file.id });
    expect(await guessed.json()).toMatchObject({ error: { code: 403, type: "upload_ticket_invalid" } });
  });
});

describe("a change of role", () => {
  it("drops the fields of the old role, and keeps the file until it is replaced or deleted", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    await join(browser, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    const changed = await browser.send("PATCH", "/profile", {
      role: "Investor",
      college: "Another",
      companyUrl: "a.in",
    });
    expect(await changed.json()).toMatchObject({
      profile: {
        role: "Investor",
        companyUrl: "https://a.in",
        dob: null,
        educationLevel: null,
        subLevel: null,
        majorField: null,
        college: null,
        resumeId: file.id,
        location: "Pune",
      },
    });
    const portfolio = await upload(browser, { kind: "portfolio", name: "work.zip" });
    const changes = { portfolioId: portfolio.id, resumeId: null, uploadTicket: portfolio.ticket };
    const replaced = await browser.send("PATCH", "/profile", changes);
    expect(await replaced.json()).toMatchObject({ profile: { resumeId: null, portfolioId: portfolio.id } });
    await app.waitForBackgroundTasks();
    const files = await storedFiles();
    expect(files).not.toContain(file.id);
    expect(files).toContain(portfolio.id);
  });

  it("can include the new role's file", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const changes = { ...STUDENT, resumeId: file.id, portfolioId: null, uploadTicket: file.ticket };
    const response = await browser.send("PATCH", "/profile", changes);
    expect(await response.json()).toMatchObject({ profile: { role: "Student", resumeId: file.id, portfolioId: null } });
  });

  it("rejects a file of the other kind", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const response = await browser.send("PATCH", "/profile", { resumeId: file.id, uploadTicket: file.ticket });
    expect(await response.json()).toMatchObject({
      error: { code: 422, type: "validation_failed", fields: { resume: "Only students keep a résumé here" } },
    });
  });

  it("returns the profile when nothing changes", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const response = await browser.send("PATCH", "/profile", { college: "A College" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ profile: { role: "Mentor", college: null } });
  });
});

describe("the file of a profile", () => {
  async function studentWithFile() {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_500 });
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    await join(browser, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    return { faults, app, browser, file };
  }
  const remove = (browser: Browser) => browser.send("PATCH", "/profile", { resumeId: null });
  const profileOf = async (browser: Browser) =>
    (await (await browser.send("GET", "/profile")).json<{ profile: Record<string, unknown> }>()).profile;

  it("is deleted when the response arrives", async () => {
    const { browser, file } = await studentWithFile();
    const response = await remove(browser);
    expect(await response.json()).toMatchObject({ profile: { resumeId: null } });
    expect(await storedFiles()).not.toContain(file.id);
  });

  it.each([
    ["refuses connections", refusesConnection, 502],
    ["cuts the connection", cutsConnection, 502],
    ["fails", failsWith(500), 502],
    ["stalls", neverResponds, 504],
  ])("stays while the storage %s, and is deleted by a retry", async (_, fault, status) => {
    const { browser, faults, file } = await studentWithFile();
    faults.on(/^DELETE \/storage/, fault);
    expect((await remove(browser)).status).toBe(status);
    expect(await profileOf(browser)).toMatchObject({ resumeId: file.id });
    faults.clear();
    expect((await remove(browser)).status).toBe(200);
    expect(await storedFiles()).not.toContain(file.id);
  });

  it("is removed by a retry when only the profile could not be written", async () => {
    const { browser, faults } = await studentWithFile();
    faults.on(/^PATCH \/tablesdb/, failsWith(500), 1);
    expect((await remove(browser)).status).toBe(502);
    expect((await remove(browser)).status).toBe(200);
    expect(await profileOf(browser)).toMatchObject({ resumeId: null });
  });

  it("stays when the change that removes it is rejected", async () => {
    const { browser, faults, app, file } = await studentWithFile();
    const errorBody = { message: "Invalid document structure", code: 400, type: "row_invalid_structure" };
    faults.on(/^PATCH \/tablesdb/, respondsWith(400, JSON.stringify(errorBody)), 1);
    const change = () => browser.send("PATCH", "/profile", { resumeId: null, location: "Thane" });
    expect((await change()).status).toBe(400);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).toContain(file.id);
    expect((await change()).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).not.toContain(file.id);
    expect(await profileOf(browser)).toMatchObject({ resumeId: null, location: "Thane" });
  });

  it("stays when the change expects another file", async () => {
    const { browser, file } = await studentWithFile();
    const changed = await browser.send("PATCH", "/profile", { resumeId: null, expectedFileId: "another" });
    expect(await changed.json()).toMatchObject({ error: { code: 409, type: "conflict" } });
    expect(await storedFiles()).toContain(file.id);
    const ofOtherKind = await browser.send("PATCH", "/profile", { portfolioId: null, expectedFileId: file.id });
    expect(await ofOtherKind.json()).toMatchObject({ error: { code: 409, type: "conflict" } });
    const right = { resumeId: null, expectedFileId: file.id };
    expect((await browser.send("PATCH", "/profile", right)).status).toBe(200);
    expect(await storedFiles()).not.toContain(file.id);
    expect((await browser.send("PATCH", "/profile", right)).status).toBe(200);
  });

  it("is deleted once by repeated requests, when the profile also names one of the other kind", async () => {
    const { browser, file } = await studentWithFile();
    const other = await upload(browser, { kind: "portfolio", name: "work.pdf" });
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await (await admin()).profiles.update(user.id, { portfolioId: other.id });
    const remove = { resumeId: null, expectedFileId: file.id };
    for (const _ of ["first", "again"]) {
      expect((await browser.send("PATCH", "/profile", remove)).status).toBe(200);
      expect(await profileOf(browser)).toMatchObject({ resumeId: null, portfolioId: other.id });
    }
    const crossed = await browser.send("PATCH", "/profile", { portfolioId: null, expectedFileId: file.id });
    expect(await crossed.json()).toMatchObject({ error: { code: 409, type: "conflict" } });
    expect(await storedFiles()).toContain(other.id);
  });

  it("stays while its replacement cannot be written", async () => {
    const { browser, faults, app, file } = await studentWithFile();
    const second = await upload(browser, { kind: "resume", name: "cv2.pdf" });
    faults.on(/^PATCH \/tablesdb/, failsWith(500), 1);
    const replace = () => browser.send("PATCH", "/profile", { resumeId: second.id, uploadTicket: second.ticket });
    expect((await replace()).status).toBe(502);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).toContain(file.id);
    expect(await profileOf(browser)).toMatchObject({ resumeId: file.id });
    expect((await replace()).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).not.toContain(file.id);
  });

  it("that was replaced is deleted after retries when the storage fails at first", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const { browser, faults, app, file } = await studentWithFile();
    const second = await upload(browser, { kind: "resume", name: "cv2.pdf" });
    faults.on(/^DELETE \/storage/, failsWith(500), 2);
    const response = await browser.send("PATCH", "/profile", { resumeId: second.id, uploadTicket: second.ticket });
    expect(response.status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).not.toContain(file.id);
    expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("that an earlier change did not delete is deleted by the next one; a recent upload stays", async () => {
    const { browser, faults, app } = await studentWithFile();
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    const fresh = await upload(browser, { kind: "portfolio", name: "fresh.pdf" });
    const next = await upload(browser, { kind: "resume", name: "next.pdf" });
    const backend = await admin();
    const writeBody = (write: (bytes: Uint8Array) => Promise<void>) => write(fileBytes("old.pdf", 100));
    const part = { name: "old.pdf", owner: user.id, start: 0, length: 100, size: 100, writeBody };
    const old = { id: generateId() };
    await backend.files.storePart({ ...part, fileId: old.id });
    faults.on(/^GET \/storage\/buckets\/files\/files$/, async () => {
      const files = await backend.files.listNewest();
      const dated = files.map((file) =>
        file.$id === old.id ? { ...file, $createdAt: "2020-01-01T00:00:00.000+00:00" } : file,
      );
      return Response.json({ total: dated.length, files: dated });
    });
    await browser.send("PATCH", "/profile", { resumeId: next.id, uploadTicket: next.ticket });
    await app.waitForBackgroundTasks();
    const files = await storedFiles();
    expect(files).not.toContain(old.id);
    expect(files).toEqual(expect.arrayContaining([fresh.id, next.id]));
  });

  it("is not deleted when it belongs to another user", async () => {
    const { file: victims } = await studentWithFile();
    const { browser, app } = await studentWithFile();
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await (await admin()).profiles.update(user.id, { resumeId: victims.id });
    await remove(browser);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).toContain(victims.id);
  });
});

/** Calls Appwrite with the API key. @param path below the collection */
async function callCollection(method: "GET" | "POST", path: string, body?: object) {
  const { server, projectId, apiKey, databaseId, collectionId } = await loadConfig(bindings);
  const headers = { "Content-Type": "application/json", "X-Appwrite-Project": projectId, "X-Appwrite-Key": apiKey };
  const url = `${server.baseUrl}/databases/${databaseId}/collections/${collectionId}${path}`;
  return server.fetch(new Request(url, { method, headers, body: body && JSON.stringify(body) }));
}

/** Creates a document as another client might have. */
async function storeDocument(owner: string, data: Record<string, string>, more: string[] = []) {
  const permissions = [...["read", "update", "delete"].map((action) => `${action}("user:${owner}")`), ...more];
  const response = await callCollection("POST", "/documents", { documentId: ID.unique(), data, permissions });
  expect(response.status).toBe(201);
}

/** Creates the attribute that older clients used, and waits until it is available. */
async function createPasswordAttribute() {
  const attribute = { key: "password", size: 256, required: false };
  expect((await callCollection("POST", "/attributes/string", attribute)).status).toBe(202);
  const status = async () =>
    (await (await callCollection("GET", "/attributes/password")).json<{ status: string }>()).status;
  await expect.poll(status).toBe("available");
}

describe("an older client's profile", () => {
  async function memberWithout(profileMade: (userId: string, email: string) => Promise<unknown>) {
    const browser = createTestApp().browser();
    const backend = await admin();
    const [userId, email] = [ID.unique(), `old${crypto.randomUUID()}@example.org`];
    await backend.account.create({ userId, email, password: PASSWORD, name: "Bina" });
    await profileMade(userId, email);
    const response = await signIn(browser, email);
    return { browser, userId, email, answer: await response.json<{ profile: Record<string, unknown> | null }>() };
  }

  it("is created by the first change when it is missing, with the account's data", async () => {
    const { browser, userId, email, answer } = await memberWithout(async () => {});
    expect(answer.profile).toBeNull();
    const made = await browser.send("PATCH", "/profile", { location: "Thane" });
    expect(await made.json()).toMatchObject({ profile: { id: userId, Email: email, name: "Bina", location: "Thane" } });
  });

  it("is found under another document id, without its password", async () => {
    await createPasswordAttribute();
    const { browser, answer } = await memberWithout((userId, email) =>
      storeDocument(userId, { id: userId, Email: email, name: "Bina", password: "Plain-text-1", location: "Pune" }),
    );
    expect(answer.profile).toMatchObject({ name: "Bina", location: "Pune" });
    expect(JSON.stringify(answer)).not.toMatch(/password|Plain-text-1/);
    const changed = await browser.send("PATCH", "/profile", { location: "Thane" });
    const text = await changed.text();
    expect(text).not.toMatch(/password|Plain-text-1/);
    expect(JSON.parse(text)).toMatchObject({ profile: { name: "Bina", location: "Thane" } });
  });

  it("is not a document of another user with this member's id", async () => {
    const { answer } = await memberWithout((userId, email) =>
      storeDocument("stranger", { id: userId, Email: email, name: "Not me" }, ['read("any")']),
    );
    expect(answer.profile).toBeNull();
  });
});
