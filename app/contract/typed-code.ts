// A one-time code as it is typed. Apart from the schemas of the API, so that no page loads those.
import { asciiDigits } from "./ascii-digits";

/** Removes the spaces and dashes that mails and people put between the digits of a code. */
export function normalizeCode(typed: string): string {
  return asciiDigits(typed).replace(/[\s\p{Pd}]+/gu, "");
}

export const CODE_REQUIRED = "Enter the code from the mail";
