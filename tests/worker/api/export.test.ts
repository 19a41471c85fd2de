import { describe, expect, it } from "vitest";
import { ExportSchema } from "../../../app/contract/export";
import { cutsConnection, type Fault, Faults, failsWith, neverResponds, refusesConnection } from "../support/faults";
import { join, PASSWORD, STUDENT, signIn } from "../support/people";
import { createTestApp, ORIGIN } from "../support/test-app";
import { admin, upload } from "../support/uploads";

describe("GET /api/account/export", () => {
  it("is one file with account, profile, files, sessions and preferences", async () => {
    const app = createTestApp();
    const [browser, phone] = [app.browser(), app.browser()];
    const cv = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const { email } = await join(browser, { ...STUDENT, resumeId: cv.id, uploadTicket: cv.ticket });
    await signIn(phone, email);
    const begun = await upload(browser, { kind: "resume", name: "new.pdf" });
    const response = await browser.send("GET", "/account/export");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="navarambh-\d{4}-\d\d-\d\d\.json"$/,
    );
    const text = await response.text();
    const data = ExportSchema.parse(JSON.parse(text));
    expect(data).toMatchObject({
      account: { email, name: "Asha Rao", preferences: {}, labels: [] },
      profile: { Email: email, college: "Sahyadri College", resumeId: cv.id },
      files: [
        { id: cv.id, kind: "resume", name: "cv.pdf", size: 4000, download: `${ORIGIN}/api/files/${cv.id}/content` },
        { id: begun.id, kind: null, name: "new.pdf", size: 4000 },
      ],
    });
    expect(data.sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(text).not.toMatch(/"(password|secret|hash)":/i);
    expect(text).not.toContain(PASSWORD);
  });

  it("contains unknown attributes of older clients, but no password", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(/^GET \/tablesdb.*\/rows\/\w+$/, async (request) => {
      const own = new URL(request.url).pathname.split("/").at(-1);
      return Response.json({
        $id: own,
        $createdAt: "2024-01-01T00:00:00.000+00:00",
        $updatedAt: "2024-01-01T00:00:00.000+00:00",
        $permissions: [`update("user:${own}")`],
        id: own,
        nickname: "Ash",
        password: "Plain-text-1",
      });
    });
    const text = await (await browser.send("GET", "/account/export")).text();
    expect(JSON.parse(text)).toMatchObject({
      profile: { nickname: "Ash", createdAt: "2024-01-01T00:00:00.000+00:00" },
    });
    expect(text).not.toMatch(/"password":|Plain-text-1/);
  });

  it("contains additional profiles of older clients", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    const dated = { $createdAt: "2024-01-01T00:00:00.000+00:00", $updatedAt: "2024-01-01T00:00:00.000+00:00" };
    const old = {
      $id: "old",
      ...dated,
      $permissions: [`update("user:${user.id}")`],
      id: user.id,
      college: "Old College",
    };
    const foreign = { ...old, $id: "foreign", $permissions: ['update("user:somebody")'], college: "Of others" };
    faults.on(/^GET \/tablesdb.*\/rows$/, async () => Response.json({ total: 2, rows: [old, foreign] }));
    const data = ExportSchema.parse(await (await browser.send("GET", "/account/export")).json());
    expect(data.profile).toMatchObject({ name: "Asha Rao" });
    expect(data.olderProfiles.map(({ college }) => college)).toEqual(["Old College"]);
  });

  it("succeeds without a file that the backend has lost", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const cv = await upload(browser, { kind: "resume", name: "cv.pdf" });
    await join(browser, { ...STUDENT, resumeId: cv.id, uploadTicket: cv.ticket });
    await (await admin()).files.delete(cv.id);
    expect(await (await browser.send("GET", "/account/export")).json()).toMatchObject({
      files: [{ id: cv.id, kind: "resume", name: null, size: null }],
    });
  });

  it("needs a session", async () => {
    const response = await createTestApp().browser().send("GET", "/account/export");
    expect(await response.json()).toMatchObject({ error: { code: 401, type: "session_missing" } });
  });

  const FAULTS: [string, Fault, number][] = [
    ["refuses connections", refusesConnection, 502],
    ["cuts the connection", cutsConnection, 502],
    ["fails", failsWith(500), 502],
    ["stalls", neverResponds, 504],
  ];
  it.each(FAULTS)("fails completely when the backend %s for a part of it", async (_, fault, status) => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 }).browser();
    await join(browser);
    faults.on(/^GET \/storage/, fault);
    const response = await browser.send("GET", "/account/export");
    expect(response.status).toBe(status);
    expect(response.headers.get("Content-Disposition")).toBeNull();
  });
});
