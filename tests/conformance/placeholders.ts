// The fixture's placeholders, such as {{date}} and {{id:1}}: what they match, and their values in this replay.
import { STEP_MILLISECONDS, totpCode } from "../support/totp.ts";

/** Placeholders that match any text of a pattern. */
const PATTERNS: Record<string, string> = {
  any: "[^]*",
  date: "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\+00:00",
  databaseDate: "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}",
  cookieDate: "\\w{3}, \\d\\d-\\w{3}-\\d{4} \\d\\d:\\d\\d:\\d\\d GMT",
  digits: "\\d+",
  epoch: "\\d{10}",
  md5: "[0-9a-f]{32}",
  sha256: "[0-9a-f]{64}",
  phrase: "[A-Z][a-z-]+ [a-z-]+",
  hash: "\\$[a-z0-9]+\\$\\S+",
  word: "[a-z0-9]+",
  ip: "[0-9a-f.:]+",
  string: "[^]*",
};
/** Numbered placeholders: the first match binds the value, which is then the same everywhere. */
const BOUND_PATTERNS: Record<string, string> = {
  id: "[0-9a-f]{20}",
  session: "[A-Za-z0-9+/%]{300,}(?:=|%3D)*",
  secret: "[0-9a-f]{256}",
  code: "[0-9a-f]{6}",
  jwt: "[\\w-]+\\.[\\w-]+\\.[\\w-]+",
  totpSecret: "[A-Z2-7]{103}",
  recoveryCode: "[0-9a-f]{10}",
};
/** These are bound again at each match: JWTs signed within one second are equal, later ones are not. */
const REBOUND = ["jwt"];
const PLACEHOLDER = /\{\{(\w+)(:\d+)?\}\}/g;
/**
 * In a request, a placeholder may say that its value is sent URL-encoded. `totp` is the code of the authenticator whose
 * secret is `totpSecret` of the same number: the current one, or that of the 30 seconds before or after.
 */
const REQUEST_PLACEHOLDER = /\{\{(\w+(?::\d+)?)(?:\.(encoded|decoded|previous|next))?\}\}/g;

export class Placeholders {
  readonly #values = new Map<string, string>();

  /** @param values the values that are known from the start, such as that of `{{run}}` */
  constructor(values: Record<string, string>) {
    for (const [name, value] of Object.entries(values)) this.#values.set(`{{${name}}}`, value);
  }

  has(placeholder: string): boolean {
    return this.#values.has(placeholder);
  }

  /** The value of a placeholder. Throws when it has none: then the replay lacks a precondition. */
  get(placeholder: string): string {
    const value = this.#values.get(placeholder);
    if (value === undefined) throw new Error(`${placeholder} has no value yet`);
    return value;
  }

  bind(placeholder: string, value: string): void {
    this.#values.set(placeholder, value);
  }

  /** `text`, which is part of a request, with every placeholder replaced by its value. */
  fill(text: string): string {
    return text.replace(REQUEST_PLACEHOLDER, (_, name: string, variant?: string) => {
      if (name.startsWith("totp:")) {
        const steps = variant === "previous" ? -1 : variant === "next" ? 1 : 0;
        const secret = this.get(`{{${name.replace("totp", "totpSecret")}}}`);
        return totpCode(secret, Date.now() + steps * STEP_MILLISECONDS);
      }
      const value = this.get(`{{${name}}}`);
      return variant === "encoded" ? encodeURIComponent(value) : value;
    });
  }

  /** Whether `actual` matches `expected`. If so, numbered placeholders without a value are bound to what they match. */
  matches(expected: string, actual: string): boolean {
    const unbound: string[] = [];
    let pattern = "";
    let end = 0;
    for (const match of expected.matchAll(PLACEHOLDER)) {
      const [placeholder, name = ""] = match;
      pattern += escapeRegExp(expected.slice(end, match.index));
      end = match.index + placeholder.length;
      const known = REBOUND.includes(name) ? undefined : this.#values.get(placeholder);
      if (known !== undefined) pattern += `(?:${escapeRegExp(known)}|${escapeRegExp(encodeURIComponent(known))})`;
      else if (BOUND_PATTERNS[name]) {
        unbound.push(placeholder);
        pattern += `(${BOUND_PATTERNS[name]})`;
      } else if (PATTERNS[name]) pattern += PATTERNS[name];
      else throw new Error(`Unknown placeholder in the fixture: ${placeholder}`);
    }
    const match = new RegExp(`^${pattern}${escapeRegExp(expected.slice(end))}$`).exec(actual);
    if (!match) return false;
    for (const [index, placeholder] of unbound.entries()) {
      this.bind(placeholder, decodeURIComponent(match[index + 1] ?? ""));
    }
    return true;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
