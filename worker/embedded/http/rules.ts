// The rules for parameters, with a real server's messages.
import { PLATFORM_HOSTS } from "../project/project";

/** Thrown by a rule. `message` follows "Invalid `name` param: ". */
export class InvalidValue extends Error {}

/** Parses a parameter's value, or throws InvalidValue. */
export type Rule<Value> = (value: unknown) => Value;

const EMAIL = /^[^\s@<>()[\],;:\\"]+@[^\s@.]+(\.[^\s@.]+)+$/;
const CUSTOM_ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/;
const PHONE = /^\+[1-9]\d{6,14}$/;

/** In lower case, since addresses that differ only in case belong to one account. */
export const email: Rule<string> = (value) => {
  if (typeof value !== "string" || !EMAIL.test(value)) throw new InvalidValue("Value must be a valid email address");
  return value.toLowerCase();
};

/** `unique()`, or an id that the caller has chosen. */
export const customId: Rule<string> = (value) => {
  if (value === "unique()") return value;
  if (typeof value !== "string" || !CUSTOM_ID.test(value)) {
    throw new InvalidValue(
      "Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char",
    );
  }
  return value;
};

export const password: Rule<string> = (value) => {
  if (typeof value !== "string" || value.length < 8 || value.length > 256) {
    throw new InvalidValue("Password must be between 8 and 256 characters long.");
  }
  return value;
};

export const phone: Rule<string> = (value) => {
  if (typeof value !== "string" || !PHONE.test(value)) {
    throw new InvalidValue("Phone number must start with a '+' can have a maximum of fifteen digits.");
  }
  return value;
};

export function text(maxLength: number, minLength = 1): Rule<string> {
  return (value) => {
    if (typeof value !== "string" || value.length > maxLength || value.length < minLength) {
      throw new InvalidValue(
        `Value must be a valid string and at least ${minLength} chars and no longer than ${maxLength} chars`,
      );
    }
    return value;
  };
}

export const boolean: Rule<boolean> = (value) => {
  if (value === true || value === "true" || value === 1 || value === "1") return true;
  if (value === false || value === "false" || value === 0 || value === "0") return false;
  throw new InvalidValue("Value must be a valid boolean");
};

export function integer(min: number, max: number): Rule<number> {
  return (value) => {
    const number = typeof value === "string" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || number < min || number > max) {
      throw new InvalidValue(
        `Value must be a valid range between ${min.toLocaleString("en-US")} and ${max.toLocaleString("en-US")}`,
      );
    }
    return number;
  };
}

/** An object, or its JSON. */
export const object: Rule<Record<string, unknown>> = (value) => {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (!isObject(parsed)) throw new InvalidValue("Value must be a valid object.");
  return parsed;
};

/** An http(s) URL on the host of a registered platform. Links in e-mails lead nowhere else. */
export const platformUrl: Rule<string> = (value) => {
  if (typeof value !== "string" || !URL.canParse(value)) throw new InvalidValue("Invalid URI.");
  const { protocol, hostname } = new URL(value);
  if (protocol !== "http:" && protocol !== "https:") throw new InvalidValue("Invalid URI.");
  if (!PLATFORM_HOSTS.includes(hostname)) {
    throw new InvalidValue(
      `Invalid URI. Register your new client (${hostname}) as a new Web platform on your project console dashboard`,
    );
  }
  return value;
};

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parsed JSON, or undefined when it is malformed. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The caller reports it, with its own message.
    return undefined;
  }
}
