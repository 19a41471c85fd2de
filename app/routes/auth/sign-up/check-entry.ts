// The rules of the form, in a module of their own: the page is filled in before the browser needs them.
import { isSameAddress } from "../../../contract/sign-up-fields";
import { checkSignUp, isEmail, SIGN_UP_MESSAGES, type SignUpProblems } from "../../../contract/sign-up-rules";
import type { Entry } from "./entry";

/**
 * What the rules say about an entry; null when nothing is wrong.
 * @param emailVerified false where nobody can join until the address is proven
 */
export function checkEntry({ values, proof }: Entry, today: Date, emailVerified: boolean): SignUpProblems | null {
  const isProven = emailVerified || (proof !== null && isSameAddress(proof.email, values.email));
  const errors = checkSignUp(values, today, { emailVerified: isProven });
  const lacksProof = errors?.message === SIGN_UP_MESSAGES.unverified;
  // What is no address cannot be sent a code, so that is said instead.
  return lacksProof && !isEmail(values.email.trim()) ? { ...errors, message: SIGN_UP_MESSAGES.email } : errors;
}
