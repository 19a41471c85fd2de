import { afterEach, describe, expect, it, vi } from "vitest";
import { createKeyring } from "../../../worker/session/keyring";
import {
  hasPendingSignInCookie,
  PENDING_SIGN_IN_COOKIE,
  PendingSignInCookie,
} from "../../../worker/session/pending-sign-in";
import { SESSION_COOKIE, SessionCookie } from "../../../worker/session/session";

const keyring = await createKeyring(["a secret of at least thirty-two characters"]);
const NOW = Date.UTC(2026, 10, 21);
const MINUTE = 60_000;
const data = {
  secret: "eyJpZCI6IjY3MDhhMWIyIiwic2VjcmV0IjoiMDU3OGM0ZDkifQ",
  sessionId: "session-6708a1b2c3d4",
  userId: "user-6708a1b2c3d4",
  startedAt: NOW,
  sessionExpiresAt: NOW + 365 * 86_400_000,
  hasPassword: true,
  isFirstProof: false,
  countedFor: null,
};

function setTime(time: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: time });
}
afterEach(() => {
  vi.useRealTimers();
});

/** The `Set-Cookie` value of a sign-in that began at `NOW`. */
async function started(): Promise<string> {
  setTime(NOW);
  const cookie = await PendingSignInCookie.read(null, keyring);
  cookie.start(data);
  return (await cookie.setCookie()) ?? "";
}

const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

describe("the cookie of a pending sign-in", () => {
  it("is bound to this host, and hidden from scripts", async () => {
    const setCookie = await started();
    expect(setCookie.startsWith("__Host-second-factor=")).toBe(true);
    expect(setCookie.split("; ").slice(1).sort()).toEqual([
      "HttpOnly",
      "Max-Age=3600",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    expect(hasPendingSignInCookie(pairOf(setCookie))).toBe(true);
    expect(hasPendingSignInCookie(`${SESSION_COOKIE}=1`)).toBe(false);
  });

  it("is valid for ten minutes, whatever is written to it meanwhile", async () => {
    const header = pairOf(await started());
    setTime(NOW + 9 * MINUTE);
    const cookie = await PendingSignInCookie.read(header, keyring);
    cookie.setEmailChallenge("challenge-1");
    const later = pairOf((await cookie.setCookie()) ?? "");
    setTime(NOW + 10 * MINUTE - 1);
    expect((await PendingSignInCookie.read(later, keyring)).current).toMatchObject({ emailChallengeId: "challenge-1" });
    setTime(NOW + 10 * MINUTE);
    const expired = await PendingSignInCookie.read(later, keyring);
    expect(expired.current).toBeNull();
    expect(expired.stored).toMatchObject({ secret: data.secret });
  });

  it("is cleared when it was forged", async () => {
    const cookie = await PendingSignInCookie.read(`${PENDING_SIGN_IN_COOKIE}=forged`, keyring);
    expect(cookie.stored).toBeNull();
    expect(await cookie.setCookie()).toContain("Max-Age=0");
  });

  it("does not open as a session", async () => {
    const value = pairOf(await started()).slice(PENDING_SIGN_IN_COOKIE.length + 1);
    expect((await SessionCookie.read(`${SESSION_COOKIE}=${value}`, keyring, NOW)).current).toBeNull();
  });
});
