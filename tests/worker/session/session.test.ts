import { describe, expect, it } from "vitest";
import { createKeyring } from "../../../worker/session/keyring";
import { hasSessionCookie, SESSION_COOKIE, SessionCookie } from "../../../worker/session/session";
import { join } from "../support/people";
import { createTestApp } from "../support/test-app";

const SECRET = "a secret of at least thirty-two characters";
const NOW = Date.UTC(2026, 10, 21);
// Long enough that random bytes do not contain them by chance.
const data = {
  secret: "eyJpZCI6IjY3MDhhMWIyIiwic2VjcmV0IjoiMDU3OGM0ZDkifQ",
  sessionId: "session-6708a1b2c3d4",
  userId: "user-6708a1b2c3d4",
  name: "Asha Rao",
  startedAt: NOW,
  expiresAt: NOW + 3600_000,
};

async function sealed(secret = SECRET): Promise<string> {
  const cookie = await SessionCookie.read(null, await createKeyring([secret]), NOW);
  cookie.start(data);
  return (await cookie.setCookie(NOW)) ?? "";
}

const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

describe("the session cookie", () => {
  it("is bound to this host, hidden from scripts, and expires with the session", async () => {
    const attributes = (await sealed()).split("; ").slice(1);
    expect(attributes.sort()).toEqual(["HttpOnly", "Max-Age=3600", "Path=/", "SameSite=Lax", "Secure"]);
    expect((await sealed()).startsWith("__Host-session=")).toBe(true);
  });

  it("returns the stored data", async () => {
    const cookie = await SessionCookie.read(pairOf(await sealed()), await createKeyring([SECRET]), NOW);
    expect(cookie.current).toMatchObject(data);
    expect(await cookie.setCookie(NOW)).toBeNull();
  });

  it("is not cleared for a session that never reached the browser", async () => {
    const cookie = await SessionCookie.read(null, await createKeyring([SECRET]), NOW);
    cookie.start(data);
    cookie.clear();
    expect(await cookie.setCookie(NOW)).toBeNull();
  });

  it("contains no secret, id or name in plain text", async () => {
    const value = decodeURIComponent(pairOf(await sealed()));
    const readings = [value, ...value.split(/[.=]/).map((part) => Buffer.from(part, "base64url").toString("latin1"))];
    for (const reading of readings) {
      for (const plain of [data.secret, "0578c4d9", data.sessionId, data.userId, data.name, "sessionId"])
        expect(reading).not.toContain(plain);
    }
  });

  it("is encrypted differently every time", async () => {
    expect(pairOf(await sealed())).not.toBe(pairOf(await sealed()));
  });

  it.each([
    ["of another secret", async () => pairOf(await sealed("another secret of thirty-two characters!"))],
    [
      "with one character changed",
      async () => pairOf(await sealed()).replace(/.(?=.$)/, (last) => (last === "A" ? "B" : "A")),
    ],
    ["cut short", async () => pairOf(await sealed()).slice(0, -8)],
    ["that is not sealed", async () => `${SESSION_COOKIE}=e30`],
    [
      "sealed for another purpose",
      async () => `${SESSION_COOKIE}=${await (await createKeyring([SECRET])).seal("upload", data)}`,
    ],
  ])("is cleared when it is a cookie %s", async (_, make) => {
    const cookie = await SessionCookie.read(await make(), await createKeyring([SECRET]), NOW);
    expect(cookie.current).toBeNull();
    expect(await cookie.setCookie(NOW)).toContain("Max-Age=0");
  });

  it("expires with the backend's session", async () => {
    const cookie = await SessionCookie.read(pairOf(await sealed()), await createKeyring([SECRET]), data.expiresAt);
    expect(cookie.current).toBeNull();
  });

  it("ends after thirty days without use, and after a hundred and eighty in any case", async () => {
    const keyring = await createKeyring([SECRET]);
    const DAY = 86_400_000;
    const began = Date.now();
    const cookie = await SessionCookie.read(null, keyring, began);
    cookie.start({ ...data, startedAt: began, expiresAt: began + 365 * DAY });
    let sent = (await cookie.setCookie(began)) ?? "";
    expect(sent).toContain(`Max-Age=${30 * 86_400};`);
    const read = (now: number) => SessionCookie.read(pairOf(sent), keyring, now);
    expect((await read(began + 30 * DAY + 1_000)).current).toBeNull();
    let days = 0;
    for (; days < 400; days += 29) {
      const used = await read(began + days * DAY);
      if (!used.current) break;
      sent = (await used.setCookie(began + days * DAY)) ?? sent;
    }
    // Used every 29 days: after 174 days it is valid, after 203 it is not.
    expect(days).toBe(203);
    expect(sent).toContain(`Max-Age=${6 * 86_400};`);
  });

  it("is written again once a day, so that it lasts while it is used", async () => {
    const keyring = await createKeyring([SECRET]);
    const HOUR = 3_600_000;
    const began = Date.now();
    const started = await SessionCookie.read(null, keyring, began);
    started.start({ ...data, startedAt: began, expiresAt: began + 1_000 * HOUR });
    const pair = pairOf((await started.setCookie(began)) ?? "");
    const after = async (ms: number) => (await SessionCookie.read(pair, keyring, began + ms)).setCookie(began + ms);
    expect(await after(23 * HOUR)).toBeNull();
    expect(await after(25 * HOUR)).toContain("__Host-session=");
  });

  it("that was sealed before it noted its beginning ends thirty days after that day, unless it is used before", async () => {
    const keyring = await createKeyring([SECRET]);
    const DAY = 86_400_000;
    const noted = Date.UTC(2026, 10, 24);
    const { startedAt: _, ...dataBefore } = { ...data, expiresAt: noted + 365 * DAY };
    const old = `${SESSION_COOKIE}=${await keyring.seal("session", dataBefore)}`;
    const copy = (now: number) => SessionCookie.read(old, keyring, now);
    expect((await copy(noted + 31 * DAY)).current).toBeNull();
    const used = await copy(noted + 29 * DAY);
    expect(used.current?.name).toBe(data.name);
    const renewed = pairOf((await used.setCookie(noted + 29 * DAY)) ?? "");
    expect((await SessionCookie.read(renewed, keyring, noted + 58 * DAY)).current?.name).toBe(data.name);
    expect((await SessionCookie.read(renewed, keyring, noted + 60 * DAY)).current).toBeNull();
  });

  it("opens after a rotation of the secret, and is sealed again with the new one", async () => {
    const NEW = "the new secret of at least thirty-two characters";
    const both = await createKeyring([NEW, SECRET]);
    const cookie = await SessionCookie.read(pairOf(await sealed()), both, NOW);
    expect(cookie.current).toMatchObject(data);
    cookie.rename("Asha R.");
    const renewed = await SessionCookie.read(
      pairOf((await cookie.setCookie(NOW)) ?? ""),
      await createKeyring([NEW]),
      NOW,
    );
    expect(renewed.current?.name).toBe("Asha R.");
  });

  it("is detected by its name only", () => {
    expect(hasSessionCookie("a=1; __Host-session=x")).toBe(true);
    expect(hasSessionCookie("x__Host-session=x; a=1")).toBe(false);
    expect(hasSessionCookie(null)).toBe(false);
  });

  it("lets a page show the member's name without a backend call", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    expect(await (await browser.fetch("/about")).text()).toContain("Asha Rao");
  });

  it("is not sent to guests", async () => {
    const response = await createTestApp().browser().fetch("/");
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});
