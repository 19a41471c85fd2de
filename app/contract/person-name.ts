import type { Fail } from "./form-schema";
import { MESSAGES } from "./messages";

/**
 * What mail programs turn into a link, and no name has: a scheme, "www.", or a domain with a path. A slash alone stays allowed, since people
 * write "d/o" and "s/o", and so do dots: "A.P.J. Abdul Kalam", "Md.Rafiq".
 */
const WEB_ADDRESS = /:\/\/|(^|[^\p{L}])www\.|\.\p{L}{2,}\//iu;

/** Refuses a name with a web address in it: our mails greet people by their name, and go to addresses that nobody has proven yet. */
export function checkPersonName(name: string, fail: Fail<"name">): void {
  if (WEB_ADDRESS.test(name.normalize("NFKC"))) fail("name", MESSAGES.nameWebAddress);
}
