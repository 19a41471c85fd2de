import { describe, expect, it } from "vitest";
import { Faults, failsWith, refusesConnection, respondsWith } from "../support/faults";
import { join, PASSWORD, STUDENT, signUpForm } from "../support/people";
import { bindings, createTestApp } from "../support/test-app";
import { storedFiles, TUS, upload } from "../support/uploads";

const ROLES = ["Student", "Entrepreneur", "Mentor", "Investor", "Industry Professional"];

describe("POST /api/account", () => {
  it.each(ROLES)("signs up as %s, signs in and creates the profile", async (role) => {
    const browser = createTestApp().browser();
    const form = signUpForm(role === "Student" ? STUDENT : { role, companyUrl: "sahyadri.example" });
    const response = await browser.send("POST", "/account", form);
    expect(response.status).toBe(201);
    const { user, profile, isNewUser } = await response.json<Record<string, Record<string, unknown>>>();
    expect(isNewUser).toBe(true);
    expect(user).toMatchObject({
      name: "Asha Rao",
      email: form.email,
      phone: `+91${form.phone}`,
      emailVerified: false,
    });
    expect(profile).toMatchObject({ id: user?.id, Email: form.email, role, location: "Pune", agree: true });
    expect(profile?.college).toBe(role === "Student" ? "Sahyadri College" : null);
    expect(profile?.companyUrl).toBe(role === "Student" ? null : "https://sahyadri.example");
    expect(profile).not.toHaveProperty("password");

    const account = await (await browser.send("GET", "/account")).json();
    expect(account).toMatchObject({ user: { id: user?.id }, profile: { id: user?.id, role } });
  });

  it("keeps a file under the account that it was uploaded for", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const response = await browser.send("POST", "/account", {
      ...signUpForm(STUDENT),
      resumeId: file.id,
      uploadTicket: file.ticket,
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ profile: { resumeId: file.id } });
    const content = await browser.fetch(`/api/files/${file.id}/content`);
    expect(content.status).toBe(200);
    expect(content.headers.get("Content-Disposition")).toMatch(/^attachment/);
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(file.bytes);
    expect((await browser.fetch(file.path, { method: "HEAD", headers: TUS })).status).toBe(410);
  });

  it("needs three round trips without a file", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    expect(faults.calls.slice(0, 2)).toEqual(["POST /account", "POST /account/sessions/email"]);
    // The third: two calls in parallel.
    expect(faults.calls.slice(2).sort()).toEqual([
      expect.stringMatching(/^PATCH \/users\/\w+\/phone$/),
      "POST /tablesdb/main/tables/users/rows",
    ]);
  });

  it("stores a phone number that another account has in the profile only", async () => {
    const app = createTestApp();
    const { phone } = await join(app.browser());
    const browser = app.browser();
    const response = await browser.send("POST", "/account", signUpForm({ phone }));
    expect(response.status).toBe(201);
    // The same response as for any other number, now and later.
    const expected = { user: { phone: `+91${phone}` }, profile: { phone: `+91${phone}` } };
    expect(await response.json()).toMatchObject(expected);
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject(expected);
  });

  it("ends this browser's session first, by id", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const other = app.browser();
    const { email } = await join(browser);
    await other.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    await join(browser);
    const { sessions } = await (await other.send("GET", "/account/sessions")).json<{ sessions: unknown[] }>();
    expect(sessions).toHaveLength(1);
  });

  it("rejects an invalid form with the first rule's message and one for each field", async () => {
    const browser = createTestApp().browser();
    const response = await browser.send("POST", "/account", signUpForm({ name: " ", password: "short", agree: false }));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: {
        type: "validation_failed",
        message: "Please fill in all required fields",
        fields: { name: "Enter your full name", password: "Password must be at least 8 characters" },
      },
    });
  });

  it("requires a verified address if the deployment does", async () => {
    const headers = { "Content-Type": "application/json" };
    const env = { ...bindings, EMAIL_VERIFIED_AT_SIGN_UP: "false" };
    const init = { method: "POST", headers, body: JSON.stringify(signUpForm()) };
    const response = await createTestApp().browser().fetch("/api/account", init, env);
    expect(await response.json()).toMatchObject({
      error: { code: 422, message: "Please verify your email to complete the signup process." },
    });
  });

  it("creates one account and one profile for a form sent twice at once", async () => {
    const app = createTestApp();
    const form = signUpForm();
    const responses = await Promise.all([1, 2].map(() => app.browser().send("POST", "/account", form)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 201]);
    const [one, two] = await Promise.all(responses.map((answer) => answer.json<{ profile: { id: string } }>()));
    expect(one?.profile.id).toBe(two?.profile.id);
  });

  it("omits `guardianAgree` if the collection lacks it", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const message = 'Invalid document structure: Unknown attribute: "guardianAgree"';
    const errorBody = { message, code: 400, type: "row_invalid_structure", version: "1.9.6" };
    faults.on(/^POST \/tablesdb/, respondsWith(400, JSON.stringify(errorBody)), 1);
    const minor = { ...STUDENT, dob: `${new Date().getUTCFullYear() - 16}-01-01`, guardianAgree: true };
    const form = signUpForm(minor);
    const response = await app.browser().send("POST", "/account", form);
    expect(response.status).toBe(201);
    const profile = { guardianAgree: null, agree: true, dob: minor.dob };
    expect(await response.json()).toMatchObject({ isProfileAsSent: true, profile });
  });

  it("stores `guardianAgree` if the collection has it", async () => {
    const minor = { ...STUDENT, dob: `${new Date().getUTCFullYear() - 16}-01-01`, guardianAgree: true };
    const response = await createTestApp().browser().send("POST", "/account", signUpForm(minor));
    expect(await response.json()).toMatchObject({ profile: { guardianAgree: true } });
  });

  it("accepts a password with spaces around it unchanged", async () => {
    const app = createTestApp();
    const password = "  neem  valley ";
    const { email } = await join(app.browser(), { password, confirmPassword: password });
    const signIn = (typed: string) => app.browser().send("POST", "/account/sessions/email", { email, password: typed });
    expect((await signIn(password.trim())).status).toBe(401);
    expect((await signIn(password)).status).toBe(201);
  });

  it("rejects unknown keys", async () => {
    const response = await createTestApp()
      .browser()
      .send("POST", "/account", { ...signUpForm(), labels: ["admin"] });
    expect(response.status).toBe(422);
  });
});

describe("POST /api/account for an existing account", () => {
  it("signs in with the right password and leaves the profile alone", async () => {
    const app = createTestApp();
    const form = await join(app.browser());
    const browser = app.browser();
    const response = await browser.send("POST", "/account", { ...form, name: "Somebody Else", location: "Thane" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      isNewUser: false,
      isNewProfile: false,
      isProfileAsSent: false,
      user: { name: "Asha Rao" },
      profile: { location: "Pune" },
    });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { email: form.email } });
  });

  it("tells that the profile has all that was sent, when the form is sent again after a lost answer", async () => {
    const app = createTestApp();
    const file = await upload(app.browser(), { kind: "resume", name: "cv.pdf" });
    const form = await join(app.browser(), { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    const again = await app.browser().send("POST", "/account", { ...form, email: form.email.toUpperCase() });
    expect([again.status, await again.json()]).toMatchObject([200, { isNewProfile: false, isProfileAsSent: true }]);
    const { resumeId: _, uploadTicket: __, ...withoutFile } = form as Record<string, unknown>;
    const third = await app.browser().send("POST", "/account", withoutFile);
    expect(await third.json()).toMatchObject({ isProfileAsSent: false, profile: { resumeId: file.id } });
  });

  it("tells that the profile has more than was sent, when an answer was emptied meanwhile", async () => {
    const app = createTestApp();
    const form = await join(app.browser(), { companyUrl: "https://kulkarni.example.in" });
    const { companyUrl: _, ...withoutUrl } = form as Record<string, unknown>;
    const response = await app.browser().send("POST", "/account", withoutUrl);
    const profile = { companyUrl: "https://kulkarni.example.in" };
    expect(await response.json()).toMatchObject({ isProfileAsSent: false, profile });
  });

  it("rejects a wrong password, and opens no session", async () => {
    const app = createTestApp();
    const form = await join(app.browser());
    const browser = app.browser();
    const wrong = { ...form, password: "Wrong-pass-1", confirmPassword: "Wrong-pass-1" };
    const response = await browser.send("POST", "/account", wrong);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: {
        type: "existing_account_wrong_password",
        message: "User already exists but password is incorrect. Please try logging in or reset your password.",
      },
    });
    expect(browser.cookies.size).toBe(0);
  });

  it("adds the file to a profile without one", async () => {
    const app = createTestApp();
    const form = await join(app.browser(), STUDENT);
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const response = await browser.send("POST", "/account", { ...form, resumeId: file.id, uploadTicket: file.ticket });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ isProfileAsSent: true, profile: { resumeId: file.id } });
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it("tells that the profile has all that was sent also when the same file was stored anew, as without JavaScript", async () => {
    const app = createTestApp();
    const first = await upload(app.browser(), { kind: "resume", name: "résumé.pdf" });
    const form = await join(app.browser(), { ...STUDENT, resumeId: first.id, uploadTicket: first.ticket });
    const send = async (bytes: number, name: string) => {
      const { id, ticket } = await upload(app.browser(), { kind: "resume", name, size: bytes });
      const response = await app.browser().send("POST", "/account", { ...form, resumeId: id, uploadTicket: ticket });
      return response.json();
    };
    const profile = { resumeId: first.id };
    expect(await send(4000, "résumé.pdf")).toMatchObject({ isProfileAsSent: true, profile });
    expect(await send(4001, "résumé.pdf")).toMatchObject({ isProfileAsSent: false, profile });
    expect(await send(4000, "another.pdf")).toMatchObject({ isProfileAsSent: false, profile });
  });

  it("keeps the profile's file and deletes the new one", async () => {
    const app = createTestApp();
    const first = await upload(app.browser(), { kind: "resume", name: "cv.pdf" });
    const form = await join(app.browser(), { ...STUDENT, resumeId: first.id, uploadTicket: first.ticket });
    const browser = app.browser();
    const second = await upload(browser, { kind: "resume", name: "cv2.pdf" });
    const response = await browser.send("POST", "/account", {
      ...form,
      resumeId: second.id,
      uploadTicket: second.ticket,
    });
    expect(await response.json()).toMatchObject({ isProfileAsSent: false, profile: { resumeId: first.id } });
    await app.waitForBackgroundTasks();
    const files = await storedFiles();
    expect(files).toContain(first.id);
    expect(files).not.toContain(second.id);
  });

  it("keeps the file after a wrong password, and adds it with the correct one", async () => {
    const app = createTestApp();
    const form = await join(app.browser(), STUDENT);
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const withFile = { ...form, resumeId: file.id, uploadTicket: file.ticket };
    const wrong = await browser.send("POST", "/account", {
      ...withFile,
      password: "Wrong-pass-1",
      confirmPassword: "Wrong-pass-1",
    });
    expect(wrong.status).toBe(401);
    const right = await browser.send("POST", "/account", withFile);
    expect(await right.json()).toMatchObject({ isNewUser: false, profile: { resumeId: file.id } });
  });

  it("limits password attempts", async () => {
    const app = createTestApp();
    const form = await join(app.browser());
    const stranger = app.browser();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const guess = { ...form, password: `Guess-number-${i}`, confirmPassword: `Guess-number-${i}` };
      statuses.push((await stranger.send("POST", "/account", guess)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});

describe("a sign-up whose response was lost", () => {
  it.each([
    ["one after the other", async (send: () => Promise<Response>) => [await send(), await send()]],
    ["at once", async (send: () => Promise<Response>) => Promise.all([send(), send()])],
  ])("succeeds when the form is sent again with its file: %s", async (_, twice) => {
    const app = createTestApp();
    const file = await upload(app.browser(), { kind: "resume", name: "cv.pdf" });
    const form = { ...signUpForm(STUDENT), resumeId: file.id, uploadTicket: file.ticket };
    const browser = app.browser();
    const responses = await twice(() => browser.send("POST", "/account", form));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 201]);
    for (const response of responses) {
      expect(await response.json()).toMatchObject({ user: { email: form.email }, profile: { resumeId: file.id } });
    }
    await app.waitForBackgroundTasks();
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it("succeeds again when the file was deleted because the profile had one", async () => {
    const app = createTestApp();
    const first = await upload(app.browser(), { kind: "resume", name: "cv.pdf" });
    const form = await join(app.browser(), { ...STUDENT, resumeId: first.id, uploadTicket: first.ticket });
    const second = await upload(app.browser(), { kind: "resume", name: "cv2.pdf" });
    for (let i = 0; i < 2; i += 1) {
      const again = { ...form, resumeId: second.id, uploadTicket: second.ticket };
      const response = await app.browser().send("POST", "/account", again);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ isNewUser: false, profile: { resumeId: first.id } });
      await app.waitForBackgroundTasks();
    }
  });

  it("is told that the password is wrong when it is sent again with another one", async () => {
    const app = createTestApp();
    const file = await upload(app.browser(), { kind: "resume", name: "cv.pdf" });
    const form = await join(app.browser(), { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    const changed = { ...form, password: "Another-pass-9", confirmPassword: "Another-pass-9" };
    const response = await app.browser().send("POST", "/account", changed);
    expect(await response.json()).toMatchObject({ error: { code: 401, type: "existing_account_wrong_password" } });
  });
});

describe("a sign-up that failed half way", () => {
  it.each([
    ["the account", /^POST \/account$/, { status: 201, isNewUser: true }],
    ["the session", /^POST \/account\/sessions\/email$/, { status: 200, isNewUser: false }],
    ["the profile", /^POST \/tablesdb/, { status: 200, isNewUser: false }],
  ])("succeeds when the form is sent again: %s", async (_, step, { status, isNewUser }) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const file = await upload(browser, { kind: "portfolio", name: "work.zip" });
    const form = { ...signUpForm(), portfolioId: file.id, uploadTicket: file.ticket };
    faults.on(step, failsWith(500));
    const failed = await browser.send("POST", "/account", form);
    expect(failed.status).toBe(502);
    expect(browser.cookies.size).toBe(0);
    await app.waitForBackgroundTasks();
    faults.clear();
    const retried = await browser.send("POST", "/account", form);
    expect(retried.status).toBe(status);
    const phone = `+91${form.phone}`;
    expect(await retried.json()).toMatchObject({
      isNewUser,
      isNewProfile: true,
      user: { email: form.email, phone },
      profile: { portfolioId: file.id, phone },
    });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { phone } });
  });

  it("succeeds when the form is sent again with another address", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const file = await upload(browser, { kind: "portfolio", name: "work.zip" });
    const form = { ...signUpForm(), portfolioId: file.id, uploadTicket: file.ticket };
    faults.on(/^POST \/tablesdb/, failsWith(500));
    await browser.send("POST", "/account", form);
    faults.clear();
    // The first account's reservation of the file is given back.
    await app.waitForBackgroundTasks();
    const { email } = signUpForm();
    const retried = await browser.send("POST", "/account", { ...form, email });
    expect(retried.status).toBe(201);
    expect(await retried.json()).toMatchObject({ user: { email }, profile: { Email: email, portfolioId: file.id } });
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it("ends the new session when the profile fails", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    faults.on(/^POST \/tablesdb/, failsWith(500));
    await app.browser().send("POST", "/account", signUpForm());
    await app.waitForBackgroundTasks();
    expect(faults.calls).toContainEqual(expect.stringMatching(/^DELETE \/account\/sessions\/\w+$/));
  });
});

describe("a file that a form names", () => {
  it.each([
    [
      "of another upload's ticket",
      async (file: { ticket: string }, other: { id: string }) => ({ resumeId: other.id, uploadTicket: file.ticket }),
    ],
    ["without a ticket", async (file: { id: string }) => ({ resumeId: file.id })],
    ["with a made-up ticket", async (file: { id: string }) => ({ resumeId: file.id, uploadTicket: "AAAA.BBBB" })],
  ])("is rejected: %s", async (_, reference) => {
    const browser = createTestApp().browser();
    const [file, other] = [
      await upload(browser, { kind: "resume", name: "a.pdf" }),
      await upload(browser, { kind: "resume", name: "b.pdf" }),
    ];
    const response = await browser.send("POST", "/account", {
      ...signUpForm(STUDENT),
      ...(await reference(file, other)),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: { type: "upload_ticket_invalid", fields: { resume: expect.any(String) } },
    });
  });

  it("must be uploaded completely", async () => {
    const browser = createTestApp().browser();
    const file = await upload(browser, { kind: "resume", name: "a.pdf", size: 6_000_000, send: 5_242_880 });
    const response = await browser.send("POST", "/account", {
      ...signUpForm(STUDENT),
      resumeId: file.id,
      uploadTicket: file.ticket,
    });
    expect(await response.json()).toMatchObject({ error: { code: 409, type: "upload_incomplete" } });
  });

  it("is given to nobody else, who get no account either", async () => {
    const app = createTestApp();
    const file = await upload(app.browser(), { kind: "resume", name: "cv.pdf" });
    const reference = { resumeId: file.id, uploadTicket: file.ticket };
    await join(app.browser(), { ...STUDENT, ...reference });
    const form = signUpForm(STUDENT);
    const browser = app.browser();
    const response = await browser.send("POST", "/account", { ...form, ...reference });
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({
      error: { type: "upload_gone", fields: { resume: expect.any(String) } },
    });
    expect(browser.cookies.size).toBe(0);
    expect((await browser.send("POST", "/account", form)).status).toBe(201);
  });

  it("must not have been terminated since", async () => {
    const app = createTestApp();
    const form = await join(app.browser(), STUDENT);
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    await browser.fetch(file.path, { method: "DELETE", headers: TUS });
    const response = await browser.send("POST", "/account", { ...form, resumeId: file.id, uploadTicket: file.ticket });
    expect(response.status).toBe(410);
    expect(browser.cookies.size).toBe(0);
  });

  it.each(["POST /account", "POST /account/sessions/email"])(
    "is not left in the profile when it is terminated during %s, and the form can be sent again",
    async (call) => {
      const faults = new Faults();
      const app = createTestApp({ wrapServer: faults.wrap });
      const browser = app.browser();
      const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
      faults.on(
        new RegExp(`^${call}$`),
        async (_, forward) => {
          const terminated = await browser.fetch(file.path, { method: "DELETE", headers: TUS });
          expect(terminated.status).toBe(204);
          return forward();
        },
        1,
      );
      const form = signUpForm(STUDENT);
      const withFile = { ...form, resumeId: file.id, uploadTicket: file.ticket };
      expect((await browser.send("POST", "/account", withFile)).status).toBe(410);
      const next = await upload(browser, { kind: "resume", name: "cv.pdf" });
      const again = { ...form, resumeId: next.id, uploadTicket: next.ticket };
      expect((await browser.send("POST", "/account", again)).status).toBe(200);
      expect(await (await browser.send("GET", "/profile/file")).json()).toMatchObject({ file: { id: next.id } });
    },
  );

  it("is a backend error when the backend does not respond", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    faults.on(/./, refusesConnection);
    const response = await browser.send("POST", "/account", signUpForm());
    expect(await response.json()).toMatchObject({ error: { code: 502, type: "backend_failed" } });
  });
});
