// What may have become of a browser's cookies on the way.
import fc from "fast-check";
import { hostileText, mostly } from "./text.ts";

const CHANGES = [
  "none",
  "cut",
  "one letter changed",
  "sealed with another key",
  "sent twice",
  "swapped",
  "huge",
] as const;

/** What happens to the cookies, or a text that is sent in their place. */
export type CookieChange = (typeof CHANGES)[number] | "as they are" | { text: string };

export const cookieChange: fc.Arbitrary<CookieChange> = mostly<CookieChange>(
  fc.constant("as they are"),
  fc.oneof(
    fc.constantFrom(...CHANGES),
    hostileText.map((text) => ({ text: `__Host-session=${text.slice(0, 5000)}` })),
  ),
);

/** The `Cookie` header; "" for none. */
export function cookieHeader(cookies: ReadonlyMap<string, string>, change: CookieChange): string {
  if (typeof change === "object") return change.text;
  const pairs = [...cookies];
  const each = (changed: (value: string, name: string) => string) =>
    pairs.map(([name, value]) => `${name}=${changed(value, name)}`).join("; ");
  switch (change) {
    case "as they are":
      return each((value) => value);
    case "none":
      return "";
    case "cut":
      return each((value) => value.slice(0, value.length / 2));
    case "one letter changed":
      return each((value) => value.slice(0, 20) + (value[20] === "A" ? "B" : "A") + value.slice(21));
    case "sealed with another key":
      return each((value) => `AAAAAAAA.${value.slice(value.indexOf(".") + 1)}`);
    case "sent twice":
      return `${each((value) => value)}; ${each((value) => value.slice(1))}`;
    case "swapped": {
      const values = pairs.map(([, value]) => value);
      return each((_, name) => values[(pairs.findIndex((pair) => pair[0] === name) + 1) % values.length] ?? "");
    }
    case "huge":
      return `${each((value) => value + "A".repeat(8000))}; a=${"b".repeat(4000)}`;
  }
}
