// The rules that Appwrite holds parameters to, with the words it refuses a value in.
import { PLATFORM_HOSTS } from "../project/project";

/** Thrown by a rule; `message` is what stands behind "Invalid `name` param: ". */
export class InvalidValue extends Error {}

/** Turns a parameter's raw value into what the handler uses, or throws InvalidValue. */
export type Rule<Value> = (value: unknown) => Value;

const EMAIL = /^[^\s@<>()[\],;:\\"]+@[^\s@.]+(\.[^\s@.]+)+$/;
const CUSTOM_ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/;
const PHONE = /^\+[1-9]\d{6,14}$/;

/** Lower-cased, since an address belongs to one account whatever its case. */
export const email: Rule<string> = (value) => {
  if (typeof value !== "string" || !EMAIL.test(value)) throw new InvalidValue("Value must be a valid email address");
  return value.toLowerCase();
};

/** `unique()` or an id of the caller's choice. */
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

/** A string of at most `longest` characters; of at least `shortest`. */
export function text(longest: number, shortest = 1): Rule<string> {
  return (value) => {
    if (typeof value !== "string" || value.length > longest || value.length < shortest) {
      throw new InvalidValue(
        `Value must be a valid string and at least ${shortest} chars and no longer than ${longest} chars`,
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

/** A whole number between `least` and `most`. */
export function integer(least: number, most: number): Rule<number> {
  return (value) => {
    const number = typeof value === "string" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || number < least || number > most) {
      throw new InvalidValue(
        `Value must be a valid range between ${least.toLocaleString("en-US")} and ${most.toLocaleString("en-US")}`,
      );
    }
    return number;
  };
}

/** A JSON object, or the text of one. */
export const object: Rule<Record<string, unknown>> = (value) => {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (!isObject(parsed)) throw new InvalidValue("Value must be a valid object.");
  return parsed;
};

/** An http(s) address on a host that is a registered platform: mails may point nowhere else. */
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

/** The parsed JSON, or undefined when the text is none. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The caller's rule words the refusal.
    return undefined;
  }
}
