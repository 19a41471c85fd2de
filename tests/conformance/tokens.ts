// The tokens of the fixture: which texts a token stands for, and what each has turned out to be in this replay.

/** Tokens that stand for any text of a form. */
const FORMS: Record<string, string> = {
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
/** Tokens that mean the same thing wherever they stand, by what they look like. */
const IDENTITIES: Record<string, string> = {
  id: "[0-9a-f]{20}",
  session: "[A-Za-z0-9+/%]{300,}(?:=|%3D)*",
  secret: "[0-9a-f]{256}",
  code: "[0-9a-f]{6}",
  jwt: "[\\w-]+\\.[\\w-]+\\.[\\w-]+",
};
/** Of these the newest counts: two made within one second are the same, and a second later they are not. */
const RENEWED = ["jwt"];
const TOKEN = /\{\{(\w+)(:\d+)?\}\}/g;

export class Tokens {
  readonly #values = new Map<string, string>();

  /** @param values what tokens such as `{{run}}` stand for from the start */
  constructor(values: Record<string, string>) {
    for (const [name, value] of Object.entries(values)) this.#values.set(`{{${name}}}`, value);
  }

  has(token: string): boolean {
    return this.#values.has(token);
  }

  /** What `token` stands for. Throws when that is not known: the replay then lacks a state that it should have made. */
  get(token: string): string {
    const value = this.#values.get(token);
    if (value === undefined) throw new Error(`${token} stands for nothing yet`);
    return value;
  }

  bind(token: string, value: string): void {
    this.#values.set(token, value);
  }

  /** `text` with every token replaced. */
  fill(text: string): string {
    return text.replace(TOKEN, (token) => this.get(token));
  }

  /**
   * Whether `actual` is what `expected` says. A token of identity that stands for nothing yet takes what it finds, as
   * long as the whole text fits.
   */
  matches(expected: string, actual: string): boolean {
    const found: string[] = [];
    let pattern = "";
    let end = 0;
    for (const match of expected.matchAll(TOKEN)) {
      const [token, name = ""] = match;
      pattern += literal(expected.slice(end, match.index));
      end = match.index + token.length;
      const known = RENEWED.includes(name) ? undefined : this.#values.get(token);
      if (known !== undefined) pattern += `(?:${literal(known)}|${literal(encodeURIComponent(known))})`;
      else if (IDENTITIES[name]) {
        found.push(token);
        pattern += `(${IDENTITIES[name]})`;
      } else if (FORMS[name]) pattern += FORMS[name];
      else throw new Error(`The fixture has a token that nobody knows: ${token}`);
    }
    const match = new RegExp(`^${pattern}${literal(expected.slice(end))}$`).exec(actual);
    if (!match) return false;
    for (const [index, token] of found.entries()) this.bind(token, decodeURIComponent(match[index + 1] ?? ""));
    return true;
  }
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
