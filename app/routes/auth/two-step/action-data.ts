// What the form of the second step posts, and what comes back after an error.
import { FACTORS, type Factor } from "../../../contract/second-factor";
import { readText } from "../../../forms/read-text";

/** The name of the form's submit buttons. Their value is the step; Enter in the field counts as "confirm". */
export const STEP_FIELD = "step";
const STEPS = ["confirm", "send", "cancel"] as const;
export type Step = (typeof STEPS)[number];

/** The name of the hidden input with the factor. */
export const FACTOR_FIELD = "factor";
/** The name of the input for the code. */
export const CODE_FIELD = "code";

export interface TwoStepActionData {
  message: string;
  /** The error at the field; "" when it is not about the code's format. */
  fieldError: string;
  /** The code as it was typed, when its format is wrong. Any other code is of no use again. */
  typed: string;
}

/** The step of a button's value. */
export function toStep(value: unknown): Step {
  return STEPS.find((step) => step === value) ?? "confirm";
}

/** The factor and the code that were posted. */
export function readFactorCode(form: FormData): { factor: Factor; code: string } {
  const factor = FACTORS.find((known) => known === form.get(FACTOR_FIELD)) ?? "totp";
  return { factor, code: readText(form, CODE_FIELD) };
}
