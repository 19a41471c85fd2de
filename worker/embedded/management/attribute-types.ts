// The types of attributes: what an endpoint takes to create one, and which values it holds.
import type { Call } from "../http/call";
import { optional, required } from "../http/params";
import { boolean, email, InvalidValue, integer, type Rule } from "../http/rules";
import type { AttributeDefinition, AttributeValue } from "../store/collections";
import { key } from "./rules";

type Shape = Pick<AttributeDefinition, "type" | "size" | "format" | "elements" | "min" | "max">;

const STRING_MAX_LENGTH = 1_073_741_824;
const EMAIL_MAX_LENGTH = 254;
const ENUM_MAX_LENGTH = 255;
const URL_MAX_LENGTH = 2000;

const elements: Rule<string[]> = (value) => {
  if (!Array.isArray(value) || value.length === 0 || value.some((each) => typeof each !== "string")) {
    throw new InvalidValue("Value must a valid array no longer than 100 items");
  }
  return value;
};

const number: Rule<number> = (value) => {
  if (typeof value !== "number") throw new InvalidValue("Value must be a valid float");
  return value;
};

function range(call: Call, rule: Rule<number>): Pick<Shape, "min" | "max"> {
  return {
    min: optional(call.body.fields, "min", rule, undefined),
    max: optional(call.body.fields, "max", rule, undefined),
  };
}

const WHOLE = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** By the last part of the endpoint's path. */
export const SHAPES: Readonly<Record<string, (call: Call) => Shape>> = {
  string: (call) => sized(call, "string"),
  varchar: (call) => sized(call, "varchar"),
  text: () => ({ type: "text", size: 16_383, format: "" }),
  integer: (call) => ({ type: "integer", size: 0, format: "", ...range(call, WHOLE) }),
  float: (call) => ({ type: "double", size: 0, format: "", ...range(call, number) }),
  boolean: () => ({ type: "boolean", size: 0, format: "" }),
  datetime: () => ({ type: "datetime", size: 0, format: "" }),
  email: () => ({ type: "string", size: EMAIL_MAX_LENGTH, format: "email" }),
  url: () => ({ type: "string", size: URL_MAX_LENGTH, format: "url" }),
  enum: (call) => ({
    type: "string",
    size: ENUM_MAX_LENGTH,
    format: "enum",
    elements: required(call.body.fields, "elements", elements),
  }),
};

function sized(call: Call, type: string): Shape {
  return { type, size: required(call.body.fields, "size", integer(1, STRING_MAX_LENGTH)), format: "" };
}

/** The definition that a call to create an attribute describes. */
export function parseAttribute(call: Call, kind: string): AttributeDefinition {
  const { fields } = call.body;
  const shape = SHAPES[kind]?.(call);
  if (!shape) throw new Error(`There is no kind of attribute "${kind}"`);
  return {
    key: required(fields, "key", key),
    ...shape,
    isRequired: required(fields, "required", boolean),
    isArray: optional(fields, "array", boolean, false),
    isEncrypted: optional(fields, "encrypt", boolean, false),
    default: optional(fields, "default", (value): AttributeValue => value as AttributeValue, null),
  };
}

/** The reason, in a real server's words, why an attribute cannot hold a value; null when it can. */
export function valueError(attribute: AttributeDefinition, value: unknown): string | null {
  if (value === null) return null;
  if (attribute.isArray) {
    if (!Array.isArray(value)) return "invalid type. Value must be an array";
    return value.map((each) => singleValueError(attribute, each)).find((error) => error !== null) ?? null;
  }
  return singleValueError(attribute, value);
}

function singleValueError(attribute: AttributeDefinition, value: unknown): string | null {
  switch (attribute.type) {
    case "boolean":
      return typeof value === "boolean" ? null : "invalid type. Value must be a valid boolean";
    case "integer":
      return Number.isInteger(value)
        ? rangeError(attribute, Number(value))
        : "invalid type. Value must be a valid integer";
    case "double":
      return typeof value === "number" ? rangeError(attribute, value) : "invalid type. Value must be a valid float";
    case "datetime":
      return typeof value === "string" && !Number.isNaN(Date.parse(value))
        ? null
        : "invalid type. Value must be valid date between 0001-01-01 00:00:00 and 9999-12-31 23:59:59.";
    default:
      return stringError(attribute, value);
  }
}

function rangeError({ min, max }: AttributeDefinition, value: number): string | null {
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return null;
  return `invalid format. Value must be a valid range between ${min ?? "-∞"} and ${max ?? "∞"}`;
}

function stringError({ size, format, elements: allowed = [] }: AttributeDefinition, value: unknown): string | null {
  if (typeof value !== "string" || value.length > size) {
    return `invalid type. Value must be a valid string and no longer than ${size} chars`;
  }
  if (format === "enum" && !allowed.includes(value))
    return `invalid format. Value must be one of (${allowed.join(", ")})`;
  if (format === "url" && !URL.canParse(value)) return "invalid format. Value must be a valid URL";
  if (format === "email" && !obeys(email, value)) return "invalid format. Value must be a valid email address";
  return null;
}

function obeys(rule: Rule<unknown>, value: unknown): boolean {
  try {
    rule(value);
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}
