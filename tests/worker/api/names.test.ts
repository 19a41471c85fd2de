import { describe, expect, it } from "vitest";
import { join, STUDENT, signUpForm } from "../support/people";
import { createTestApp } from "../support/test-app";

const HOSTILE = " Asha\u0000\u202e\r\nRao\u2066 ";

describe("the names of a member and a college", () => {
  it("are single lines without control characters at sign-up", async () => {
    const browser = createTestApp().browser();
    await join(browser, { ...STUDENT, name: HOSTILE, college: HOSTILE });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({
      user: { name: "Asha Rao" },
      profile: { name: "Asha Rao", college: "Asha Rao" },
    });
  });

  it("are sanitized when they change", async () => {
    const browser = createTestApp().browser();
    await join(browser, STUDENT);
    const name = await browser.send("PATCH", "/account/name", { name: HOSTILE });
    expect(await name.json()).toMatchObject({ user: { name: "Asha Rao" } });
    const college = await browser.send("PATCH", "/profile", { college: HOSTILE });
    expect(await college.json()).toMatchObject({ profile: { college: "Asha Rao" } });
  });

  it("must not have a web address in them, which mails would turn into a link", async () => {
    const name = "You have won! https://evil.example";
    const error = { code: 422, fields: { name: "Please write your name without a web address" } };
    const browser = createTestApp().browser();
    const rejected = await browser.send("POST", "/account", signUpForm({ name }));
    expect(await rejected.json()).toMatchObject({ error });
    await join(browser);
    expect(await (await browser.send("PATCH", "/account/name", { name })).json()).toMatchObject({ error });
  });

  it("must contain visible characters", async () => {
    const browser = createTestApp().browser();
    const rejected = await browser.send("POST", "/account", signUpForm({ name: "\u0000\u202e" }));
    expect(await rejected.json()).toMatchObject({ error: { code: 422, fields: { name: "Enter your full name" } } });
    await join(browser);
    expect((await browser.send("PATCH", "/account/name", { name: "\u2066 \u2069" })).status).toBe(422);
  });
});
