// The rules for parameters, with a real server's messages.
import { Buffer } from "node:buffer";
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from "../project/password-policy";

/** Thrown by a rule. `message` follows "Invalid `name` param: ". */
export class InvalidValue extends Error {}

/** Parses a parameter's value, or throws InvalidValue. */
export type Rule<Value> = (value: unknown) => Value;

const EMAIL_MAX_LENGTH = 254;
const EMAIL =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?|\[\d{1,3}(?:\.\d{1,3}){3}\])$/i;
const CUSTOM_ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/;
const PHONE = /^\+[1-9]\d{6,14}$/;

/** In lower case, since addresses that differ only in case belong to one account. Spaces at the ends are kept. */
export const email: Rule<string> = (value) => {
  const address = typeof value === "string" ? value.trim() : "";
  if (address.length > EMAIL_MAX_LENGTH || !EMAIL.test(address)) {
    throw new InvalidValue("Value must be a valid email address");
  }
  return String(value).toLowerCase();
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

const PASSWORD_MAX_BYTES = 256;

/** A new password. Its length is counted in bytes, although the message says characters. */
export function newPassword({ min, ...asks }: PasswordPolicy): Rule<string> {
  const parts: [isAsked: boolean, pattern: RegExp, name: string][] = [
    [asks.uppercase, /[A-Z]/, "an uppercase letter"],
    [asks.lowercase, /[a-z]/, "a lowercase letter"],
    [asks.number, /\d/, "a number"],
    [asks.symbols, /[^A-Za-z\d]/, "a special character"],
  ];
  const asked = parts.filter(([isAsked]) => isAsked);
  return (value) => {
    const bytes = typeof value === "string" ? Buffer.byteLength(value) : 0;
    const isLongEnough = bytes >= min && bytes <= PASSWORD_MAX_BYTES;
    if (typeof value !== "string" || !isLongEnough || asked.some(([, pattern]) => !pattern.test(value))) {
      const length = `Password must be between ${min} and ${PASSWORD_MAX_BYTES} characters long`;
      throw new InvalidValue(`${[length, ...asked.map(([, , name]) => `include ${name}`)].join(", ")}.`);
    }
    return value;
  };
}

/** A password to sign in with, which the project's policy does not bind. */
export const password = newPassword(DEFAULT_PASSWORD_POLICY);

export const phone: Rule<string> = (value) => {
  if (typeof value !== "string" || !PHONE.test(value)) {
    throw new InvalidValue("Phone number must start with a '+' can have a maximum of fifteen digits.");
  }
  return value;
};

export function text(maxLength: number, minLength = 1): Rule<string> {
  return (value) => {
    const length = typeof value === "string" ? [...value].length : 0;
    if (typeof value !== "string" || length > maxLength || length < minLength) {
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

/** One of `values`, in any case. It is returned as it was given. */
export function oneOf(values: readonly string[]): Rule<string> {
  return (value) => {
    if (typeof value !== "string" || !values.includes(value.toLowerCase())) {
      throw new InvalidValue(`Value must be one of (${values.join(", ")})`);
    }
    return value;
  };
}

/** An object, or its JSON. An empty list counts as an empty object, as in PHP. */
export const jsonObject: Rule<Record<string, unknown>> = (value) => {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (Array.isArray(parsed) && parsed.length === 0) return {};
  if (!isObject(parsed)) throw new InvalidValue("Value must be a valid JSON string");
  return parsed;
};

/** An http(s) URL on one of the hosts, which are those of registered platforms. Links in e-mails lead nowhere else. */
export function platformUrl(hosts: readonly string[]): Rule<string> {
  return (value) => {
    if (typeof value !== "string" || !URL.canParse(value)) throw new InvalidValue("Invalid URI.");
    const { protocol, hostname } = new URL(value);
    if (protocol !== "http:" && protocol !== "https:") throw new InvalidValue("Invalid URI.");
    if (!hosts.includes(hostname)) {
      throw new InvalidValue(
        `Invalid URI. Register your new client (${hostname}) as a new Web platform on your project console dashboard`,
      );
    }
    return value;
  };
}

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
