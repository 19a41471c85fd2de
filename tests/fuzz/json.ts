// JSON bodies: what a JSON Schema asks for, changed in the ways of a hostile client.
import fc from "fast-check";
import { hostileText, mostly } from "./text.ts";

/** The parts of a JSON Schema that our API's document uses. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
}

/** A member of an object: its name, and the JSON text of its value. Names may repeat. */
type Member = [name: string, value: string];

const HOSTILE_NAMES = ["__proto__", "constructor", "toString", "$id", "$permissions", "labels", "", "a.b", "length"];

/** JSON texts that a parser or a schema may stumble over, and any other. */
const hostileValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "null",
      "true",
      "0",
      "-0",
      "1e999",
      "-1e-999",
      "9007199254740993",
      "0.1",
      "[]",
      "{}",
      "[[]]",
      '{"__proto__":{"admin":true}}',
      '{"length":1000000000}',
      '{"toString":1,"valueOf":1}',
      '{"$gt":""}',
      nested("[", "]", 3000),
      nested('{"a":', "}", 3000, "1"),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
);

type Change =
  | { kind: "drop" | "repeat"; at: number }
  | { kind: "replace" | "repeat with"; at: number; value: string }
  | { kind: "add"; name: string; value: string };

const at = fc.nat({ max: 20 });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("drop" as const, "repeat" as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("replace" as const, "replace" as const, "repeat with" as const),
      at,
      value: hostileValue,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("add" as const),
      name: fc.oneof(fc.constantFrom(...HOSTILE_NAMES), hostileText),
      value: hostileValue,
    }),
  },
);

/**
 * The texts of JSON bodies: those that the schema asks for, with up to three changes, and now and then no object at all.
 * @param example a valid body; its values are used
 * @param known texts that a field is filled with by its name, before the example's
 */
export function jsonBody(
  schema: JsonSchema,
  example: Record<string, unknown>,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<string> {
  const members = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const value = textOf(property, example[name], known[name]).map((text): Member | null => [name, text]);
    const isNeeded = schema.required?.includes(name) || name in example;
    return isNeeded ? value : mostly<Member | null>(fc.constant(null), value);
  });
  const changes = fc.oneof(fc.constant([]), fc.array(change, { minLength: 1, maxLength: 3 }));
  const object = fc.tuple(fc.tuple(...members), changes).map(([drawn, changes]) =>
    toText(
      changes.reduce(
        applied,
        drawn.filter((member) => member !== null),
      ),
    ),
  );
  const noObject = fc.oneof(
    hostileValue,
    hostileText,
    object.map((text) => text.slice(0, -1)),
    object.map((text) => `[${text}]`),
  );
  return mostly(object, noObject);
}

function textOf(schema: JsonSchema, example: unknown, known: readonly string[] = []): fc.Arbitrary<string> {
  const examples = [...known, ...(known.length === 0 && example !== undefined ? [example] : [])];
  if (examples.length > 0) return fc.constantFrom(...examples.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => textOf(option, undefined)));
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)));
  switch ([schema.type].flat()[0]) {
    case "boolean":
      return fc.constantFrom("true", "false");
    case "null":
      return fc.constant("null");
    default:
      return hostileText.map((text) => JSON.stringify(text));
  }
}

function applied(members: readonly Member[], change: Change): Member[] {
  if (change.kind === "add") return [...members, [change.name, change.value]];
  const index = members.length === 0 ? 0 : change.at % members.length;
  const member = members[index];
  if (!member) return [];
  switch (change.kind) {
    case "drop":
      return members.toSpliced(index, 1);
    case "repeat":
      return [...members, member];
    case "repeat with":
      return [...members, [member[0], change.value]];
    case "replace":
      return members.with(index, [member[0], change.value]);
  }
}

function toText(members: readonly Member[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

function nested(open: string, close: string, depth: number, inner = ""): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}
