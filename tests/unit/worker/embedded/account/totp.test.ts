import { describe, expect, it } from "vitest";
import { isTotpCode, newTotpSecret, totpCode, totpUri } from "../../../../../worker/embedded/account/totp";
import * as reference from "../../../../support/totp";

/** "12345678901234567890" in base32, with the codes of RFC 6238, appendix B, cut to six digits. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const CODES: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

describe("the code of an authenticator", () => {
  it.each(CODES)("is that of RFC 6238 at %d seconds", (seconds, code) => {
    expect(totpCode(SECRET, new Date(seconds * 1000))).toBe(code);
    expect(reference.totpCode(SECRET, seconds * 1000)).toBe(code);
  });

  it.each([
    ["a millisecond before its 30 seconds", 29_999, false],
    ["in their first millisecond", 30_000, true],
    ["in their last", 59_999, true],
    ["after them", 60_000, false],
  ])("%s", (_, time, isAccepted) => {
    expect(isTotpCode("287082", SECRET, new Date(time))).toBe(isAccepted);
  });

  it("can be computed from a new secret, which has the length of Appwrite's", () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{103}$/);
    const time = Date.parse("2026-11-21T12:00:00Z");
    expect(totpCode(secret, new Date(time))).toBe(reference.totpCode(secret, time));
  });

  it("is named after the project and the account in the app", () => {
    const uri = new URL(totpUri("asha+1@example.org", SECRET));
    expect(decodeURIComponent(uri.pathname)).toContain("Navarambh:asha+1@example.org");
    expect(uri.searchParams.get("secret")).toBe(SECRET);
  });
});
