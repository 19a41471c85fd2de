// The rules for names and keys, with a real server's messages.
import { InvalidValue, type Rule, text } from "../http/rules";

export const name = text(128);

const KEY = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/;

/** The key of an attribute or index. */
export const key: Rule<string> = (value) => {
  if (typeof value !== "string" || !KEY.test(value)) {
    throw new InvalidValue(
      "Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char",
    );
  }
  return value;
};
