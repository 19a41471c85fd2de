// What a new password must not be: common, made of the person's own name or address, or known from a leak of another site.
import { BRAND } from "../../../app/content/brand";
import type { RequestContext } from "../../context";
import { ServiceError } from "../errors";
import { isLeaked } from "./leaked-passwords";

/** Whose password it will be. "" for what is not known. */
interface Owner {
  name: string;
  email: string;
}

/** Shorter words of a name are in too many passwords. */
const WORD_MIN = 4;
const BRAND_WORDS: readonly string[] = [BRAND.name, BRAND.tagline].map(toLetters);

/** @throws {ServiceError} `password_too_common`, `password_personal_data`. */
export async function requireGoodPassword(context: RequestContext, password: string, owner: Owner): Promise<void> {
  const error = await newPasswordError(context, password, owner);
  if (error) throw error;
}

/** Why a new password is refused; null for a good one. */
export async function newPasswordError(
  context: RequestContext,
  password: string,
  owner: Owner,
): Promise<ServiceError | null> {
  if (isPersonal(password, owner))
    return new ServiceError("password_personal_data", "This password is made of the person's own name or address");
  // Loaded here, since most requests do not need the list.
  const { commonPasswords } = await import("virtual:common-passwords");
  const isCommon = commonPasswords.has(password.toLowerCase()) || BRAND_WORDS.includes(toLetters(password));
  if (isCommon || (context.config.checksLeakedPasswords && (await isLeaked(context, password))))
    return new ServiceError("password_too_common", "This password is known from leaks, or one that many people have");
  return null;
}

/** True when nothing but digits and symbols was added to the name, a word of it, or the address. */
function isPersonal(password: string, { name, email }: Owner): boolean {
  const words = name.split(/\s+/).filter((word) => word.length >= WORD_MIN);
  const [mailbox = ""] = email.split("@");
  const own = [name, ...words, email, mailbox].map(toLetters).filter((letters) => letters !== "");
  return own.includes(toLetters(password));
}

/** The letters, in lower case. */
function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}]/gu, "");
}
