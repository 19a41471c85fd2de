// What holds for every answer that a browser shows, and for the log of a server.
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { type Answer, expectNotLogged, expectSafeAnswer } from "../soundness";
import { FOREIGN_MARKUP } from "../text";

const SCRIPT_ADDRESS = /\b(?:href|action|formaction)="?\s*javascript:/i;

/** A safe answer: a page has nothing of what was sent as markup, and runs nothing that is not ours. */
export function expectSafePage(answer: Answer): void {
  expectSafeAnswer(answer);
  expect(answer.headers.get("Content-Security-Policy")).not.toContain("unsafe-");
  const type = answer.headers.get("Content-Type") ?? "";
  if (type.startsWith("text/html")) {
    for (const markup of FOREIGN_MARKUP) expect(answer.text.includes(markup), `${markup} in the page`).toBe(false);
    expect(answer.text).not.toMatch(SCRIPT_ADDRESS);
  } else expect(type, "the type is no page's").not.toMatch(/html|svg/);
}

/** The line of a request: the Worker's, and Wrangler's. */
const REQUEST_LINE = /^(?:\[wrangler:info\] )?[A-Z-]+ (\S*) \d{3} /;

/**
 * The log of a server has no address with its query, and none of these texts. (`useServer` looks for errors.)
 * @param texts those that were sent anywhere but in a path, and secrets
 */
export function expectCleanLog(log: string, texts: Iterable<string>): void {
  const lines = stripVTControlCharacters(log).split("\n");
  const others = lines.filter((line) => {
    const [, path] = REQUEST_LINE.exec(line) ?? [];
    expect(path ?? "").not.toContain("?");
    return path === undefined;
  });
  expectNotLogged(others, texts);
}
