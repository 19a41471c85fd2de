// The ways to confirm a sign-in: one for each factor, named in the page's address.
import type { Factor } from "../../../contract/second-factor";
import { TWO_STEP_SIGN_IN_PATH } from "../path";

/** The query parameter that chooses a way. Without it the page asks for the first one that the account has. */
const PARAMETER = "use";
const NAMES: Readonly<Record<Factor, string>> = { totp: "app", email: "email", recoveryCode: "recovery-code" };

/** The page's path with a factor chosen. */
export function factorPath(factor: Factor): string {
  return `${TWO_STEP_SIGN_IN_PATH}?${PARAMETER}=${NAMES[factor]}`;
}

/** The chosen factor, or the first one when there is no such factor; null when the account has none that may be used. */
export function chosenFactor(url: URL, factors: readonly Factor[]): Factor | null {
  const name = url.searchParams.get(PARAMETER);
  return factors.find((factor) => NAMES[factor] === name) ?? factors[0] ?? null;
}
