// Files while something else happens to them at the same moment: no bytes stay that nobody names, and no file is lost that a profile names.
import { afterEach, describe, expect, it, vi } from "vitest";
import { UploadRecords } from "../../../../worker/services/files/upload-records";
import { type Fault, Faults, failsWith, Hold, LateCall, losesResponse, rejectsWith } from "../../support/faults";
import { join, PASSWORD, signUpForm } from "../../support/people";
import { type Browser, bindings, createTestApp, type TestApp } from "../../support/test-app";
import { admin, createUpload, fileBytes, sendBytes, storedFiles, TUS, upload } from "../../support/uploads";

const PDF = { name: "cv.pdf", kind: "portfolio", size: 4000 } as const;
const CREATES_PROFILE = /^POST .*\/rows$/;
const READS_PROFILE = /^GET .*\/rows\//;
const CHANGES_PROFILE = /^PATCH .*\/rows\//;

/** A fault that holds a call before the backend gets it, until `release`, and then its response, until `respond`. */
function hold() {
  const [begun, released, written, responded] = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
  const fault: Fault = async (_, forward) => {
    begun?.resolve();
    await released?.promise;
    const response = await forward();
    written?.resolve();
    await responded?.promise;
    return response;
  };
  return {
    fault,
    begun: begun?.promise,
    /** Lets the backend have the call, and waits until it has run it. */
    async release() {
      released?.resolve();
      await written?.promise;
    },
    respond: () => responded?.resolve(),
  };
}

/** The call is made, and its response is an error of Appwrite's. */
const storesAndFails: Fault = async (request, forward) => {
  await forward();
  return failsWith(500)(request, forward);
};

function appWithFaults(): { app: TestApp; faults: Faults } {
  const faults = new Faults();
  return { app: createTestApp({ wrapServer: faults.wrap }), faults };
}

/** A signed-in member, whose calls to the backend can fail. `save` puts an upload into the profile. */
async function memberWithFaults() {
  const { app, faults } = appWithFaults();
  const browser = app.browser();
  await join(browser);
  const save = ({ id, ticket }: { id: string; ticket: string }) =>
    browser.send("PATCH", "/profile", { portfolioId: id, uploadTicket: ticket });
  return { app, faults, browser, save };
}

const idOf = (path: string) => path.split("?")[0]?.split("/").at(-1) ?? "";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("deleting an account while its file is uploaded", () => {
  it("leaves no file, although the part is stored after the files were deleted", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    await join(browser);
    const path = (await createUpload(browser, PDF)).headers.get("Location") ?? "";
    const held = hold();
    faults.on(/^DELETE \/users\//, held.fault, 1);
    const deleting = browser.send("DELETE", "/account", { password: PASSWORD });
    await held.begun;
    expect((await sendBytes(browser, path, 0, fileBytes(PDF.name, PDF.size))).status).toBe(410);
    await held.release();
    held.respond();
    expect((await deleting).status).toBe(204);
    expect(await storedFiles()).not.toContain(idOf(path));
  });

  it("that fails lets the member go on with uploads", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    await join(browser);
    faults.on(/^DELETE \/users\//, failsWith(500));
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(502);
    faults.clear();
    const { id } = await upload(browser, PDF);
    expect(await storedFiles()).toContain(id);
  });
});

describe("an upload that somebody ends while a form claims it", () => {
  it("is the new member's", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    const file = await upload(browser, PDF);
    const held = hold();
    faults.on(CREATES_PROFILE, held.fault, 1);
    const form = signUpForm({ portfolioId: file.id, uploadTicket: file.ticket });
    const joining = browser.send("POST", "/account", form);
    await held.begun;
    expect((await app.browser().fetch(file.path, { method: "DELETE", headers: TUS })).status).toBe(410);
    await held.release();
    held.respond();
    expect((await joining).status).toBe(201);
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it("is the member's, also when the next upload of another tab would end it", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    await join(browser);
    const file = await upload(browser, PDF);
    const held = hold();
    faults.on(CHANGES_PROFILE, held.fault, 1);
    const saving = browser.send("PATCH", "/profile", { portfolioId: file.id, uploadTicket: file.ticket });
    await held.begun;
    expect((await createUpload(browser, PDF)).status).toBe(201);
    await held.release();
    held.respond();
    expect((await saving).status).toBe(200);
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });
});

describe("a file whose form was saved, and the answer lost", () => {
  const inThreeHours = () => Date.now() + 3 * 3_600_000;

  it.each<[string, (browser: Browser, path: string) => Promise<Response>, number]>([
    ["is ended", (browser, path) => browser.fetch(path, { method: "DELETE", headers: TUS }), 410],
    ["is followed by another upload", (browser) => createUpload(browser, PDF), 201],
  ])("stays with the profile that names it when it %s", async (_, goOn, status) => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    await join(browser);
    const before = await upload(browser, PDF);
    await browser.send("PATCH", "/profile", { portfolioId: before.id, uploadTicket: before.ticket });
    const file = await upload(browser, PDF);
    faults.on(CHANGES_PROFILE, losesResponse, 1);
    const saved = await browser.send("PATCH", "/profile", { portfolioId: file.id, uploadTicket: file.ticket });
    expect(saved.status).toBe(502);
    // At once, and with the claim completed in the background.
    expect((await goOn(browser, file.path)).status).toBe(status);
    await app.waitForBackgroundTasks();
    expect((await goOn(browser, file.path)).status).toBe(status);
    await app.waitForBackgroundTasks();
    vi.useFakeTimers({ toFake: ["Date"], now: inThreeHours() });
    await app.scheduled();
    vi.useRealTimers();
    expect(await (await browser.send("GET", "/profile")).json()).toMatchObject({ profile: { portfolioId: file.id } });
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it("is the new member's when the form is sent again with another one", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    const [file, other] = [await upload(browser, PDF), await upload(browser, PDF)];
    const form = signUpForm();
    const send = ({ id, ticket }: typeof file) =>
      browser.send("POST", "/account", { ...form, portfolioId: id, uploadTicket: ticket });
    faults.on(CREATES_PROFILE, losesResponse, 1);
    expect((await send(file)).status).toBe(502);
    expect((await browser.fetch(file.path, { method: "DELETE", headers: TUS })).status).toBe(410);
    expect((await send(other)).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(await (await browser.send("GET", "/profile")).json()).toMatchObject({ profile: { portfolioId: file.id } });
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });
});

describe("a change of the file that the backend may carry out late", () => {
  it.each(["is saved", "is removed"])(
    "blocks another one for a minute, so that no file is lost: the file %s",
    async (what) => {
      const { app, faults, browser, save } = await memberWithFaults();
      const before = await upload(browser, PDF);
      await save(before);
      const first = await upload(browser, PDF);
      const change = () =>
        what === "is saved"
          ? save(first)
          : browser.send("PATCH", "/profile", { portfolioId: null, expectedFileId: before.id });
      const held = new LateCall();
      faults.on(CHANGES_PROFILE, held.fault, 1);
      expect((await change()).status).toBe(502);
      const second = await upload(browser, PDF);
      const refused = await save(second);
      expect([refused.status, Number(refused.headers.get("Retry-After")) > 50]).toEqual([409, true]);
      // The same change can be sent again, also after it was carried out.
      await held.carryOut();
      expect((await change()).status).toBe(200);
      expect((await save(second)).status).toBe(200);
      await app.waitForBackgroundTasks();
      expect((await browser.fetch(`/api/files/${second.id}/content`)).status).toBe(200);
    },
  );

  it.each(["is saved", "is removed", "is removed with another change"])(
    "blocks another one also when it was sent again before it was carried out: the file %s",
    async (what) => {
      const { app, faults, browser, save } = await memberWithFaults();
      const before = await upload(browser, PDF);
      await save(before);
      await app.waitForBackgroundTasks();
      const first = await upload(browser, PDF);
      const removal = { portfolioId: null, expectedFileId: before.id };
      const change = () => {
        if (what === "is saved") return save(first);
        const other = what === "is removed" ? {} : { companyUrl: "https://kulkarni.example.in" };
        return browser.send("PATCH", "/profile", { ...removal, ...other });
      };
      const held = new LateCall();
      faults.on(CHANGES_PROFILE, held.fault, 1);
      expect((await change()).status).toBe(502);
      expect((await change()).status).toBe(200);
      const second = await upload(browser, PDF);
      expect((await save(second)).status).toBe(409);
      await held.carryOut();
      expect((await save(second)).status).toBe(409);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
      expect((await save(second)).status).toBe(200);
      vi.useRealTimers();
      await app.waitForBackgroundTasks();
      expect((await browser.fetch(`/api/files/${second.id}/content`)).status).toBe(200);
    },
  );

  it("blocks another one for a minute from when its answer was lost", async () => {
    const { faults, browser, save } = await memberWithFaults();
    const begun = Date.now();
    faults.on(
      CHANGES_PROFILE,
      (request, forward) => {
        vi.useFakeTimers({ toFake: ["Date"], now: begun + 30_000 });
        return failsWith(504)(request, forward);
      },
      1,
    );
    expect((await save(await upload(browser, PDF))).status).toBe(502);
    const second = await upload(browser, PDF);
    vi.setSystemTime(begun + 85_000);
    expect((await save(second)).status).toBe(409);
    vi.setSystemTime(begun + 91_000);
    expect((await save(second)).status).toBe(200);
  });

  it("keeps its file from the next upload for longer than it blocks others", async () => {
    const { app, faults, browser, save } = await memberWithFaults();
    const begun = Date.now();
    const late = new LateCall();
    faults.on(
      CHANGES_PROFILE,
      (request, forward) => {
        vi.useFakeTimers({ toFake: ["Date"], now: begun + 8_000 });
        return late.fault(request, forward);
      },
      1,
    );
    const file = await upload(browser, PDF);
    expect((await save(file)).status).toBe(502);
    vi.setSystemTime(begun + 66_000);
    expect((await createUpload(browser, PDF)).status).toBe(201);
    await late.carryOut();
    vi.useRealTimers();
    await app.waitForBackgroundTasks();
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it("blocks another one also before its answer is lost", async () => {
    const { faults, browser, save } = await memberWithFaults();
    const holding = new Hold();
    faults.on(CHANGES_PROFILE, (request, forward) => holding.fault(request, () => failsWith(504)(request, forward)), 1);
    const saving = save(await upload(browser, PDF));
    await expect.poll(() => holding.count).toBe(1);
    const second = await upload(browser, PDF);
    expect((await save(second)).status).toBe(409);
    holding.release();
    expect((await saving).status).toBe(502);
    expect((await save(second)).status).toBe(409);
  });

  it("may be the one that names the earlier file again, since the new one was deleted meanwhile", async () => {
    const { app, faults, browser, save } = await memberWithFaults();
    await save(await upload(browser, PDF));
    await app.waitForBackgroundTasks();
    const file = await upload(browser, PDF);
    const held = hold();
    faults.on(CHANGES_PROFILE, held.fault, 1);
    const saving = save(file);
    await held.begun;
    await held.release();
    await new UploadRecords(bindings.REVOCATIONS).setOutcome(file.id, "deleted", Date.now() + 3_600_000);
    faults.on(CHANGES_PROFILE, failsWith(504), 1);
    held.respond();
    expect((await saving).status).toBe(502);
    expect((await save(await upload(browser, PDF))).status).toBe(409);
  });

  it("completes a save that was carried out, when it is sent again", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    await join(browser);
    const { id, ticket } = await upload(browser, PDF);
    const save = () => browser.send("PATCH", "/profile", { portfolioId: id, uploadTicket: ticket });
    // What follows in the background does not succeed either.
    vi.spyOn(scheduler, "wait").mockImplementation(() => new Promise(() => {}));
    faults.on(CHANGES_PROFILE, losesResponse, 1);
    expect((await save()).status).toBe(502);
    expect((await save()).status).toBe(200);
    expect(await new UploadRecords(bindings.REVOCATIONS).isRevoked(id)).toBe(true);
  });

  it("lets the next one go on after a minute", async () => {
    const { faults, browser, save } = await memberWithFaults();
    faults.on(CHANGES_PROFILE, failsWith(504), 1);
    expect((await save(await upload(browser, PDF))).status).toBe(502);
    const second = await upload(browser, PDF);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect((await save(second)).status).toBe(200);
  });
});

describe("a profile that names a missing file", () => {
  it.each<[string, (browser: Browser, form: object) => Promise<Response>]>([
    ["for joining", (browser, form) => browser.send("POST", "/account", form)],
    [
      "of the profile",
      (browser, form) => {
        const { portfolioId, uploadTicket } = form as { portfolioId: string; uploadTicket: string };
        return browser.send("PATCH", "/profile", { portfolioId, uploadTicket });
      },
    ],
  ])("is not confirmed when the form is sent again: a form %s", async (_, send) => {
    const browser = createTestApp().browser();
    const lost = await upload(browser, PDF);
    const form = await join(browser, { portfolioId: lost.id, uploadTicket: lost.ticket });
    expect((await send(browser, form)).status).toBe(200);
    await (await admin()).files.delete(lost.id);
    expect((await send(browser, form)).status).toBe(410);
  });

  it("takes the file of a form for joining", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const lost = await upload(browser, PDF);
    const form = await join(browser, { portfolioId: lost.id, uploadTicket: lost.ticket });
    await (await admin()).files.delete(lost.id);
    const other = app.browser();
    const file = await upload(other, PDF);
    const again = { ...form, portfolioId: file.id, uploadTicket: file.ticket };
    expect((await other.send("POST", "/account", again)).status).toBe(200);
    expect((await other.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });
});

describe("two sign-ups at the same time with one file and different addresses", () => {
  it.each(["first", "second"])(
    "give the file to one of them, which can download it: the %s goes on first",
    async (which) => {
      const { app, faults } = appWithFaults();
      const guest = app.browser();
      const file = await upload(guest, PDF);
      const claimed = { portfolioId: file.id, uploadTicket: file.ticket };
      const browsers = [app.browser(), app.browser()];
      const forms = [signUpForm(claimed), signUpForm(claimed)];
      const held = [hold(), hold()];
      // Both have looked at the file before either account exists.
      for (const { fault } of held) faults.on(/^POST \/account$/, fault, 1);
      const joining = browsers.map((browser, n) => browser.send("POST", "/account", forms[n]));
      await Promise.all(held.map(({ begun }) => begun));
      for (const { release } of which === "first" ? held : held.toReversed()) await release();
      for (const { respond } of held) respond();
      const statuses = (await Promise.all(joining)).map(({ status }) => status);
      expect([...statuses].sort()).toEqual([201, 410]);
      await app.waitForBackgroundTasks();
      const winner = browsers[statuses.indexOf(201)];
      expect((await winner?.fetch(`/api/files/${file.id}/content`))?.status).toBe(200);
      // The other account exists. The same form without the file completes it.
      const loser = statuses.indexOf(410);
      const again = await app.browser().send("POST", "/account", { ...forms[loser], portfolioId: undefined });
      expect(await again.json()).toMatchObject({ profile: { portfolioId: null } });
    },
  );

  it.each([
    ["was rejected", rejectsWith(400, "document_invalid_structure"), 400],
    ["failed", failsWith(500), 502],
  ])("let a form go on with another address, when the first one %s", async (_, fault, status) => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    const file = await upload(browser, PDF);
    const claimed = { portfolioId: file.id, uploadTicket: file.ticket };
    faults.on(CREATES_PROFILE, fault, 1);
    expect((await browser.send("POST", "/account", signUpForm(claimed))).status).toBe(status);
    await app.waitForBackgroundTasks();
    const mended = await browser.send("POST", "/account", signUpForm(claimed));
    expect(mended.status).toBe(201);
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it.each([
    ["was lost", losesResponse],
    ["was an error after all", storesAndFails],
  ])("leave the file to the first one, when the response to its profile %s", async (_, fault) => {
    const { app, faults } = appWithFaults();
    const guest = app.browser();
    const file = await upload(guest, PDF);
    const claimed = { portfolioId: file.id, uploadTicket: file.ticket };
    const form = signUpForm(claimed);
    faults.on(CREATES_PROFILE, fault, 1);
    expect((await guest.send("POST", "/account", form)).status).toBe(502);
    await app.waitForBackgroundTasks();
    expect((await app.browser().send("POST", "/account", signUpForm(claimed))).status).toBe(410);
    const browser = app.browser();
    expect(await (await browser.send("POST", "/account", form)).json()).toMatchObject({
      profile: { portfolioId: file.id },
    });
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });
});

describe("two sign-up forms of a member without a file, sent at the same time with different files", () => {
  it("save one after the other, and leave the file that the profile names", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    const form = await join(browser);
    const [kept, other] = [await upload(app.browser(), PDF), await upload(app.browser(), PDF)];
    const held = hold();
    faults.on(CHANGES_PROFILE, held.fault, 1);
    const save = ({ id, ticket }: typeof kept) =>
      app.browser().send("POST", "/account", { ...form, portfolioId: id, uploadTicket: ticket });
    const saving = save(kept);
    await held.begun;
    expect((await save(other)).status).toBe(409);
    await held.release();
    held.respond();
    expect((await saving).status).toBe(200);
    expect((await save(other)).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(await (await browser.send("GET", "/profile")).json()).toMatchObject({ profile: { portfolioId: kept.id } });
    const stored = await storedFiles();
    expect(stored).toContain(kept.id);
    expect(stored).not.toContain(other.id);
  });

  it("keep a file that another tab has saved since the form read the profile", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    const form = await join(browser);
    const [saved, other] = [await upload(browser, PDF), await upload(app.browser(), PDF)];
    const holding = new Hold();
    faults.on(/^GET \/account$/, holding.fault, 1);
    const joining = app
      .browser()
      .send("POST", "/account", { ...form, portfolioId: other.id, uploadTicket: other.ticket });
    await expect.poll(() => holding.count).toBe(1);
    const saving = await browser.send("PATCH", "/profile", { portfolioId: saved.id, uploadTicket: saved.ticket });
    expect(saving.status).toBe(200);
    holding.release();
    expect(await (await joining).json()).toMatchObject({ profile: { portfolioId: saved.id } });
    await app.waitForBackgroundTasks();
    expect((await browser.fetch(`/api/files/${saved.id}/content`)).status).toBe(200);
  });

  it("keep an upload that no form has claimed yet", async () => {
    const app = createTestApp();
    const browser = app.browser();
    await join(browser);
    const pending = await upload(browser, { ...PDF, kind: "resume" });
    const file = await upload(browser, PDF);
    const saved = await browser.send("PATCH", "/profile", { portfolioId: file.id, uploadTicket: file.ticket });
    expect(saved.status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).toContain(pending.id);
  });
});

describe("a form with a file that is sent twice", () => {
  it("succeeds twice, also when the second request has read the profile before the first one saved it", async () => {
    const { app, faults, browser, save } = await memberWithFaults();
    const before = await upload(browser, PDF);
    await save(before);
    await app.waitForBackgroundTasks();
    const file = await upload(browser, PDF);
    const held = hold();
    faults.on(READS_PROFILE, held.fault, 1);
    const second = save(file);
    await held.begun;
    await held.release();
    expect((await save(file)).status).toBe(200);
    held.respond();
    expect((await second).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });
});

describe("a file that is saved while a removal finds out that there is none", () => {
  it("waits for that, and stays in the profile", async () => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    await join(browser);
    const file = await upload(browser, PDF);
    const save = () => browser.send("PATCH", "/profile", { portfolioId: file.id, uploadTicket: file.ticket });
    const holding = new Hold();
    faults.on(READS_PROFILE, holding.fault, 1);
    const removing = browser.send("PATCH", "/profile", { portfolioId: null });
    await expect.poll(() => holding.count).toBe(1);
    expect((await save()).status).toBe(409);
    holding.release();
    expect((await removing).status).toBe(200);
    expect((await save()).status).toBe(200);
    expect(await (await browser.send("GET", "/profile")).json()).toMatchObject({ profile: { portfolioId: file.id } });
  });
});

describe("a file that is saved while the one before it is being removed", () => {
  it.each([
    ["deleted", /^DELETE \/storage\//],
    ["taken out of the profile", CHANGES_PROFILE],
  ])("waits for that, and stays in the profile: the one before is being %s", async (_, call) => {
    const { app, faults } = appWithFaults();
    const browser = app.browser();
    await join(browser);
    const before = await upload(browser, PDF);
    await browser.send("PATCH", "/profile", { portfolioId: before.id, uploadTicket: before.ticket });
    const file = await upload(browser, PDF);
    const save = () => browser.send("PATCH", "/profile", { portfolioId: file.id, uploadTicket: file.ticket });
    const holding = new Hold();
    faults.on(call, holding.fault, 1);
    const removing = browser.send("PATCH", "/profile", { portfolioId: null, expectedFileId: before.id });
    await expect.poll(() => holding.count).toBe(1);
    expect((await save()).status).toBe(409);
    holding.release();
    expect(await (await removing).json()).toMatchObject({ profile: { portfolioId: null } });
    expect((await save()).status).toBe(200);
    expect(await (await browser.send("GET", "/profile")).json()).toMatchObject({ profile: { portfolioId: file.id } });
  });
});
