// What a new password must not be: common, made of few characters or of the person's own name or address, or known from a leak of another site.
import { BRAND } from "../../../app/content/brand";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { isLeaked } from "./leaked-passwords";

/** Whose password it will be. "" for what is not known. */
interface Owner {
  name: string;
  email: string;
}

/** A password of fewer different characters is refused. */
const DIFFERENT_MIN = 4;
/** So many digits and symbols behind a common password make no other one of it, whatever they are. */
const ENDING_MAX = 5;
/** What makes no other password of a common word or password, however long it is: symbols, and counting from one. */
const COUNTING = /^[^\p{L}\p{N}]*(1(2(3(45?)?)?)?)?[^\p{L}\p{N}]*$/u;
/** A year behind a common word, such as "@2026". */
const YEAR = /^[^\p{L}\p{N}]*(19|20)\d\d[^\p{L}\p{N}]*$/u;
/** Words that are commoner in passwords where our members live than in the world. */
const LOCAL_WORDS: readonly string[] = ["india", "bharat"];
/** So many characters that follow one another make a sequence, such as "abcd". */
const SEQUENCE_MIN = 4;
/** Of two sequences in one password, such as "abc" and "4321". */
const RUN_MIN = 3;
/** What people write instead of a letter. A 1 may be either of two. */
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
const BRAND_TEXTS: readonly string[] = [BRAND.name, BRAND.tagline];

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
  if (isPersonal(password, owner)) return personalDataError();
  // Loaded here, since most requests need no list.
  const { commonPasswords, commonWords } = await import("virtual:common-passwords");
  const typed = simplify(password);
  const isCommonWord = (form: string) => commonWords.has(form) || LOCAL_WORDS.includes(form);
  const isCommonForm = ({ form, ending }: LikelyForm) => {
    const isCounting = COUNTING.test(ending);
    if ((isCounting || YEAR.test(ending)) && isCommonWord(form)) return true;
    return (isCounting || ending.length <= ENDING_MAX) && (commonPasswords.has(form) || isSequence(form));
  };
  const isCommon =
    new Set(typed).size < DIFFERENT_MIN ||
    commonPasswords.has(password.toLowerCase()) ||
    [typed, withoutBeginning(typed), repeatedPart(typed)].flatMap(likelyForms).some(isCommonForm) ||
    isMadeOf(password, BRAND_TEXTS);
  if (isCommon || (context.config.checksLeakedPasswords && (await isLeaked(context, password))))
    return new ServiceError("password_too_common", "This password is known from leaks, or one that many people have");
  return null;
}

/** A password without a few digits and symbols at its beginning. */
function withoutBeginning(password: string): string {
  const [beginning = ""] = /^[^\p{L}\p{M}]*/u.exec(password) ?? [];
  return beginning.length <= ENDING_MAX ? password.slice(beginning.length) : password;
}

/** What a password repeats: "welcome" of "welcomewelcome"; the password itself when it repeats nothing. */
function repeatedPart(password: string): string {
  return /^(.+?)\1+$/su.exec(password)?.[1] ?? password;
}

/** What a password may have been made of, and the digits and symbols behind it. */
interface LikelyForm {
  form: string;
  ending: string;
}

/** A password, and what it was made of: without digits and symbols at its end, and with letters for what stands for them. */
function likelyForms(password: string): LikelyForm[] {
  const ending = /[^\p{L}\p{M}]*$/u.exec(password)?.[0] ?? "";
  const lengths = Array.from({ length: ending.length + 1 }, (_, left) => password.length - left);
  const withLetters = (text: string, one: string) =>
    text.replace(/[@4!350$71]/g, (character) => EXCHANGES[character] ?? one);
  return lengths.flatMap((length) => {
    const stem = password.slice(0, length);
    const forms = [stem, withLetters(stem, "i"), withLetters(stem, "l")];
    return forms.map((form) => ({ form, ending: password.slice(length) }));
  });
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
  return new ServiceError("password_personal_data", "This password is made of the person's own name or address");
}

function isPersonal(password: string, { name, email }: Owner): boolean {
  const [mailbox = ""] = email.split("@");
  const own = [name, email, mailbox].filter((text) => toLetters(text) !== "");
  return own.length > 0 && !isMadeOf(password, BRAND_TEXTS) && isMadeOf(password, [...own, ...BRAND_TEXTS]);
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

/** Accents of the Latin script, which people leave out in a password. The signs of other scripts are letters' own. */
const ACCENTS = /[\u0300-\u036f]/g;

/** The letters, in lower case and without accents. */
function toLetters(text: string): string {
  return simplify(text)
    .normalize("NFD")
    .replace(ACCENTS, "")
    .replace(/[^\p{L}\p{M}]/gu, "");
}

function simplifyWords(text: string): string[] {
  return text.normalize("NFKC").split(/[^\p{L}\p{M}\p{Cf}]+/u);
}

/** In lower case, one form of each character (NFKC: "ｐａｓｓ" is "pass"), and without what cannot be seen: format characters and spaces. */
function simplify(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Cf}\s]/gu, "");
}
