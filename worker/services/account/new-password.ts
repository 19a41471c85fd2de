// The rules for a new password. It is refused when it is common, too simple, made of the person's own data, or known from a leak of another site.
import { BRAND } from "../../../app/content/brand";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { isLeaked } from "./leaked-passwords";

/** Whose password it will be. "" for what is not known. */
interface Owner {
  name: string;
  email: string;
  /** In E.164. The profile's: the account has it only when no other account does, and nobody may see that. */
  phone: string;
}

/** A password of fewer different characters is refused. */
const DIFFERENT_MIN = 4;
/** A common number stays one with up to this many digits and symbols around it; a common word does with any number of them. */
const AROUND_MAX = 5;
/** What may also stand around a common number, at any length: symbols, and digits that count from 1 to 5 at most. */
const COUNTING = /^[^\p{L}\p{N}]*(?:1(?:2(?:3(?:45?)?)?)?[^\p{L}\p{N}]*)?$/u;
/** A longer one is not looked at for what it may have been made of: that takes time, and it is not a common one with a little around it. */
const FORMS_LENGTH_MAX = 64;
/** Words that many passwords have in India, or at sites such as this one, but that are not among the world's commonest. */
const LOCAL_WORDS: readonly string[] = [
  "admin",
  "bharat",
  "cricket",
  "default",
  "delhi",
  "ganesh",
  "india",
  "jaishreeram",
  "krishna",
  "mumbai",
  "rahul",
  "sachin",
  "startup",
];
/** So many characters that follow one another make a sequence, such as "abcd". */
const SEQUENCE_MIN = 4;
/** Of two sequences in one password, such as "abc" and "4321". */
const RUN_MIN = 3;
/** What people write instead of a letter. A 1 is not here, since it may stand for "i" or "l". */
const EXCHANGES: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};
/** Shorter words of a name are in too many passwords: they count only beside a longer one. */
const WORD_MIN = 4;
/** Phone numbers are compared by their last eight digits, which are the same with the country code, with a leading 0, and without either. */
const PHONE_END = 8;
const BRAND_TEXTS: readonly string[] = [BRAND.name, BRAND.tagline];

/** @throws {ServiceError} `password_too_common`, `password_personal_data`, `password_leaked`. */
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
  if (isPersonal(password, owner)) return personalDataError();
  // Loaded here, since most requests need no list.
  const { commonPasswords, commonWords } = await import("virtual:common-passwords");
  const typed = simplify(password);
  const isCommonWord = (text: string) =>
    commonWords.has(text) || commonPasswords.has(text) || LOCAL_WORDS.includes(text);
  const isCommonForm = ({ form, around }: LikelyForm) => {
    const letters = lettersOf(form);
    if (isCommonWord(letters) || isCommonWord(repeatedWord(letters))) return true;
    const isWhole = letters !== "" || around.length <= AROUND_MAX || COUNTING.test(around);
    return isWhole && (commonPasswords.has(form) || isSequence(form));
  };
  const isCommon =
    new Set(typed).size < DIFFERENT_MIN ||
    commonPasswords.has(password.toLowerCase()) ||
    (typed.length <= FORMS_LENGTH_MAX && likelyForms(typed).some(isCommonForm)) ||
    isMadeOf(password, BRAND_TEXTS);
  if (isCommon) return new ServiceError("password_too_common", "Many people have this password");
  if (context.config.checksLeakedPasswords && (await isLeaked(context, password)))
    return new ServiceError("password_leaked", "This password is known from a leak");
  return null;
}

/** What a password may have been made of, and the digits and symbols that were left out before and behind it. */
interface LikelyForm {
  form: string;
  around: string;
}

/** A password, and what it was made of: without digits and symbols around it, and with letters for what stands for them. */
function likelyForms(password: string): LikelyForm[] {
  const beginning = /^[^\p{L}\p{M}]*/u.exec(password)?.[0].length ?? 0;
  const ending = /[^\p{L}\p{M}]*$/u.exec(password)?.[0].length ?? 0;
  const withLetters = (text: string, one: string) =>
    text.replace(/[@4!350$71]/g, (character) => EXCHANGES[character] ?? one);
  return [0, beginning].flatMap((start) =>
    Array.from({ length: ending + 1 }, (_, left) => {
      const form = password.slice(start, password.length - left);
      const around = password.slice(0, start) + password.slice(start + form.length);
      return [form, withLetters(form, "i"), withLetters(form, "l")].map((one) => ({ form: one, around }));
    }).flat(),
  );
}

/** The word that a text repeats, such as "pass" of "passpass"; "" when it repeats none. */
function repeatedWord(text: string): string {
  return /^(.{4,20}?)\1+$/u.exec(text)?.[1] ?? "";
}

/** True when each character follows the one before it in the alphabet or in counting, upwards or downwards, whatever is repeated: "aabbccdd". */
function isSequence(text: string): boolean {
  const codes = [...text]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code, at, all) => code !== all[at - 1]);
  if (codes.length < SEQUENCE_MIN) return false;
  for (let at = 0; at < codes.length; ) {
    const step = (codes[at + 1] ?? 0) - (codes[at] ?? 0);
    if (Math.abs(step) !== 1) return false;
    let end = at + 1;
    while (end < codes.length && (codes[end] ?? 0) - (codes[end - 1] ?? 0) === step) end += 1;
    if (end - at < RUN_MIN) return false;
    at = end;
  }
  return true;
}

/** @throws {ServiceError} `password_personal_data`. */
export function requireImpersonalPassword(password: string, owner: Owner): void {
  if (isPersonal(password, owner)) throw personalDataError();
}

function personalDataError(): ServiceError {
  return new ServiceError("password_personal_data", "This password is made of the person's own data");
}

function isPersonal(password: string, { name, email, phone }: Owner): boolean {
  if (isMadeOfPhone(password, phone)) return true;
  const [mailbox = ""] = email.split("@");
  const own = [name, email, mailbox].filter((text) => toLetters(text) !== "");
  return own.length > 0 && !isMadeOf(password, BRAND_TEXTS) && isMadeOf(password, [...own, ...BRAND_TEXTS]);
}

/**
 * True when a password has no letters, and the end of the phone number is among its digits. One of more than 13 digits passes: it could be a list
 * of guesses at the number.
 */
function isMadeOfPhone(password: string, phone: string): boolean {
  const end = digitsOf(phone).slice(-PHONE_END);
  const digits = digitsOf(simplify(password));
  const isShort = digits.length <= PHONE_END + AROUND_MAX;
  return end !== "" && toLetters(password) === "" && isShort && digits.includes(end);
}

/**
 * True when the letters of a password are those of the texts and of their words, in any order and any number. Digits, symbols and spaces do
 * not count.
 */
function isMadeOf(password: string, texts: readonly string[]): boolean {
  const letters = toLetters(password);
  const whole = texts.map(toLetters).filter((text) => text !== "");
  const words = texts.flatMap((text) => simplifyWords(text).map(toLetters)).filter((word) => word !== "");
  const isLong = (piece: string) => piece.length >= WORD_MIN || whole.includes(piece);
  const pieces = [...new Set([...whole, ...words])];
  /** Up to which letters the password can be made of pieces, and whether one of them is long. */
  const ends = new Map<number, boolean>([[0, false]]);
  for (let at = 0; at < letters.length; at += 1) {
    const hasLong = ends.get(at);
    if (hasLong === undefined) continue;
    for (const piece of pieces.filter((one) => letters.startsWith(one, at))) {
      const end = at + piece.length;
      ends.set(end, (ends.get(end) ?? false) || hasLong || isLong(piece));
    }
  }
  return ends.get(letters.length) ?? false;
}

/** The letters, in lower case. */
function toLetters(text: string): string {
  return lettersOf(simplify(text));
}

/** The letters of a text that is simplified already. */
function lettersOf(simplified: string): string {
  return simplified.replace(/[^\p{L}\p{M}]/gu, "");
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function simplifyWords(text: string): string[] {
  return text.normalize("NFKC").split(/[^\p{L}\p{M}\p{Cf}]+/u);
}

/**
 * In lower case, one form of each character (NFKC: "ｐａｓｓ" is "pass"), without accents ("Kamaũ" is "kamau") and what cannot be seen: format
 * characters and spaces. Vowel signs of other scripts stay, since words differ by them.
 */
function simplify(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f\p{Cf}\s]/gu, "")
    .normalize("NFKC");
}
