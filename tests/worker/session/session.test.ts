import { describe, expect, it } from "vitest";
import { createKeyring } from "../../../worker/session/keyring";
import { hasSessionCookie, SESSION_COOKIE, SessionCookie } from "../../../worker/session/session";
import { join } from "../support/people";
import { createTestApp } from "../support/test-app";

const SECRET = "a secret of at least thirty-two characters";
const NOW = Date.UTC(2026, 10, 21);
// Long enough that random bytes do not happen to hold them.
const data = {
  secret: "eyJpZCI6IjY3MDhhMWIyIiwic2VjcmV0IjoiMDU3OGM0ZDkifQ",
  sessionId: "session-6708a1b2c3d4",
  userId: "user-6708a1b2c3d4",
  name: "Asha Rao",
  expiresAt: NOW + 3600_000,
};

async function sealed(secret = SECRET): Promise<string> {
  const cookie = await SessionCookie.read(null, await createKeyring([secret]), NOW);
  cookie.start(data);
  return (await cookie.setCookie(NOW)) ?? "";
}

const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

describe("the session cookie", () => {
  it("is bound to this host, unreadable to scripts, and as long-lived as the session", async () => {
    const attributes = (await sealed()).split("; ").slice(1);
    expect(attributes.sort()).toEqual(["HttpOnly", "Max-Age=3600", "Path=/", "SameSite=Lax", "Secure"]);
    expect((await sealed()).startsWith("__Host-session=")).toBe(true);
  });

  it("gives back what it was given", async () => {
    const cookie = await SessionCookie.read(pairOf(await sealed()), await createKeyring([SECRET]), NOW);
    expect(cookie.current).toEqual(data);
    expect(await cookie.setCookie(NOW)).toBeNull();
  });

  it("holds no plain secret, id or name, however it is decoded", async () => {
    const value = decodeURIComponent(pairOf(await sealed()));
    const readings = [value, ...value.split(/[.=]/).map((part) => Buffer.from(part, "base64url").toString("latin1"))];
    for (const reading of readings) {
      for (const plain of [data.secret, "0578c4d9", data.sessionId, data.userId, data.name, "sessionId"])
        expect(reading).not.toContain(plain);
    }
  });

  it("is new every time", async () => {
    expect(pairOf(await sealed())).not.toBe(pairOf(await sealed()));
  });

  it.each([
    ["of another secret", async () => pairOf(await sealed("another secret of thirty-two characters!"))],
    [
      "with one character changed",
      async () => pairOf(await sealed()).replace(/.(?=.$)/, (last) => (last === "A" ? "B" : "A")),
    ],
    ["cut short", async () => pairOf(await sealed()).slice(0, -8)],
    ["that is no cookie of ours", async () => `${SESSION_COOKIE}=e30`],
    [
      "sealed for something else",
      async () => `${SESSION_COOKIE}=${await (await createKeyring([SECRET])).seal("upload", data)}`,
    ],
  ])("is no session and is cleared when it is one %s", async (_, make) => {
    const cookie = await SessionCookie.read(await make(), await createKeyring([SECRET]), NOW);
    expect(cookie.current).toBeNull();
    expect(await cookie.setCookie(NOW)).toContain("Max-Age=0");
  });

  it("ends with the backend's session", async () => {
    const cookie = await SessionCookie.read(pairOf(await sealed()), await createKeyring([SECRET]), data.expiresAt);
    expect(cookie.current).toBeNull();
  });

  it("still opens after the secret was changed, and is sealed anew with the new one", async () => {
    const NEW = "the new secret of at least thirty-two characters";
    const both = await createKeyring([NEW, SECRET]);
    const cookie = await SessionCookie.read(pairOf(await sealed()), both, NOW);
    expect(cookie.current).toEqual(data);
    cookie.rename("Asha R.");
    const renewed = await SessionCookie.read(
      pairOf((await cookie.setCookie(NOW)) ?? ""),
      await createKeyring([NEW]),
      NOW,
    );
    expect(renewed.current?.name).toBe("Asha R.");
  });

  it("is known by its name alone", () => {
    expect(hasSessionCookie("a=1; __Host-session=x")).toBe(true);
    expect(hasSessionCookie("x__Host-session=x; a=1")).toBe(false);
    expect(hasSessionCookie(null)).toBe(false);
  });

  it("lets a page greet a member without asking the backend", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    expect(await (await browser.fetch("/about")).text()).toContain("Asha Rao");
  });

  it("is not sent to guests", async () => {
    const response = await createTestApp().browser().fetch("/");
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});
