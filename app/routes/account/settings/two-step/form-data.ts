// The pages about two-step sign-in: their paths, and the fields of their forms.
import type { FormErrors } from "../../../../contract/form-schema";

export const TWO_STEP_PATH = "/settings/two-step";
export const CODES_PATH = "/settings/two-step/codes";
export const OFF_PATH = "/settings/two-step/off";

/** The fields, in the order of the pages. Each form has one or both. */
export const FIELDS = ["password", "code"] as const;
type Field = (typeof FIELDS)[number];
export type TwoStepErrors = FormErrors<Field>;

/** The name of the hidden input of the form for the mailed code. */
export const MAILED_FIELD = "mailed";

/** The name of the hidden input with the address that the QR code holds. */
export const URI_FIELD = "uri";

/** The name of the submit button that cancels. */
export const CANCEL_FIELD = "cancel";
