import type { Fail } from "./form-schema";
import { NAME_MAX } from "./limits";
import { MESSAGES } from "./messages";

/**
 * What mail programs turn into a link, and no name has. Slashes alone stay allowed, since people write "d/o", and so do dots:
 * "A.P.J. Abdul Kalam", "Md.Rafiq", "K.Rao/Priya".
 */
const WEB_ADDRESSES = [
  /:\/\//,
  /@/,
  // Short links. Their ends alone are those of names: "Thi.Ly".
  /(^|\P{L})(bit\.ly|goo\.gl|t\.me)(?![\p{L}\p{M}\p{N}])/iu,
  /(^|\P{L})www\./iu,
  // A domain. Not in the list are ends that are names: "Kapil.Dev", "Ana.De Souza", "Thi.Ly".
  /[\p{L}\p{M}\p{N}]{2}\.(com|org|net|edu|gov|info|biz|io|co|in|me|app|xyz|top|site|online|shop|store|link|live|click|club|website|space|tech|cloud|page|blog|news|icu|vip|ru|uk)(?![\p{L}\p{M}\p{N}])/iu,
  // Any domain with a port, a path or a query.
  /[\p{L}\p{M}\p{N}]{3}\.[\p{L}\p{M}]{2,}(:\d+)?[/?#]/u,
];

/** So many digits are a telephone number. "Ravi 2nd" and "Asha 1998" have fewer. */
const MAX_DIGITS = 4;

/** Full stops of East Asian scripts, which browsers take for the dot of an address. */
const FULL_STOPS = /[\u3002\uff61]/gu;
/** Some characters show nothing, and browsers take them out of an address. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Refuses a name with a web address or a telephone number in it: our mails greet people by their name, and go to addresses that nobody has proven yet. Does not look
 * at one that is too long, which takes time and is refused anyway.
 */
export function checkPersonName(name: string, fail: Fail<"name">): void {
  if (name.length > NAME_MAX) return;
  const readable = name.normalize("NFKC").replace(INVISIBLE, "").replace(FULL_STOPS, ".");
  if (WEB_ADDRESSES.some((pattern) => pattern.test(readable))) fail("name", MESSAGES.nameWebAddress);
  else if ((readable.match(/\p{N}/gu)?.length ?? 0) > MAX_DIGITS) fail("name", MESSAGES.nameNumber);
}
