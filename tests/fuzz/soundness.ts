// What holds for every answer of the Worker, whatever was sent.
import { expect } from "vitest";
import { ApiErrorSchema } from "../../app/contract/error-body";

/** An answer whose body was read. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

const SECURITY_HEADERS: Readonly<Record<string, RegExp>> = {
  "Strict-Transport-Security": /^max-age=\d{8}/,
  "X-Content-Type-Options": /^nosniff$/,
  "X-Frame-Options": /^DENY$/,
  "Referrer-Policy": /^(no-referrer|same-origin|strict-origin-when-cross-origin)$/,
  "Permissions-Policy": /geolocation=\(\)/,
  "Cross-Origin-Opener-Policy": /^same-origin$/,
  "Cross-Origin-Resource-Policy": /^same-origin$/,
  "Content-Security-Policy": /^default-src 'none';.*frame-ancestors 'none'/,
};

/** A cookie of ours: sealed or cleared, and with every flag. */
const COOKIE =
  /^__Host-(session|second-factor|device|flash)=[\w.-]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/;

/** A path of this site, and not `//host` or `/\host`, which browsers take for another one. */
const LOCAL_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/** No failure of the server's own, the security headers, cookies with their flags, and no redirect to another site. */
export function expectSafeAnswer({ status, headers }: Answer): void {
  expect(status, "the status is no failure of the server's").toBeLessThan(500);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers.get(name) ?? "", name).toMatch(value);
  for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(COOKIE);
  const location = headers.get("Location");
  if (location !== null) expect(location, "the redirect is local").toMatch(LOCAL_PATH);
}

/** The typed error body, with the status and the request's id. */
export function expectApiError({ status, headers, text }: Answer): void {
  expect(headers.get("Content-Type")).toBe("application/json");
  const { error } = ApiErrorSchema.parse(JSON.parse(text));
  expect(error.code).toBe(status);
  expect(error.requestId).toBe(headers.get("X-Request-Id"));
  expect(error.message).not.toBe("");
  expect(error.message.length).toBeLessThan(500);
  if (status === 405) expect(headers.get("Allow")).not.toBe("");
}

/** A shorter text may stand in a log by chance. */
const SEARCHED_MIN = 6;
/** A message that quotes what was sent has its beginning: `JSON.parse` quotes ten characters. */
const SEARCHED_MAX = 10;

/**
 * None of these texts is in the log, and no quotation of one.
 * @param lines what was logged, without the paths of requests, which are logged on purpose
 */
export function expectNotLogged(lines: readonly string[], texts: Iterable<string>): void {
  const log = lines.join("\n");
  for (const text of texts) {
    const beginning = text.trim().slice(0, SEARCHED_MAX);
    if (beginning.length < SEARCHED_MIN || !log.includes(beginning)) continue;
    expect.fail(`The log has ${JSON.stringify(text)}: ${lines.find((line) => line.includes(beginning))}`);
  }
}
