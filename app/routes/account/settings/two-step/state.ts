import type { SecondFactorState } from "../../../../contract/second-factor-responses";
import { type ErrorInfo, errorMessage } from "../../../../lib/error-messages";

/** The state of two-step sign-in from the API. */
export type TwoStepState =
  | { kind: "known"; state: SecondFactorState }
  /** The session in the cookie has ended. */
  | { kind: "ended" }
  | { kind: "failed"; message: string };

const FALLBACK = "Something went wrong on our side. Try again.";

export function toTwoStepState(
  result: { ok: true; data: SecondFactorState } | { ok: false; error: ErrorInfo },
): TwoStepState {
  if (result.ok) return { kind: "known", state: result.data };
  if (result.error.type === "session_missing") return { kind: "ended" };
  return twoStepFailure(result.error);
}

/** The state after an error of the API. */
export function twoStepFailure(error: ErrorInfo): { kind: "failed"; message: string } {
  return { kind: "failed", message: errorMessage(error, FALLBACK) };
}

/** "5 recovery codes are left"; null when the number is not known. */
export function formatCodesLeft({ recoveryCodesLeft: left }: SecondFactorState): string | null {
  if (left === null) return null;
  if (left === 0) return "No recovery code is left";
  return left === 1 ? "1 recovery code is left" : `${left} recovery codes are left`;
}

const FEW = 2;

/** True when so few recovery codes are left that the member should make new ones. */
export function hasFewCodes({ recoveryCodesLeft: left }: SecondFactorState): boolean {
  return left !== null && left <= FEW;
}
