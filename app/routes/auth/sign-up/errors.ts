// The errors of the sign-up form, and the action data that contains them.
import type { FileKind } from "../../../contract/files";
import { type FormErrors, formErrors } from "../../../contract/form-schema";
import { ProvenSignUpSchema, SIGN_UP_TEXT_FIELDS, type SignUpField, SignUpSchema } from "../../../contract/sign-up";
import type { CodeFormState } from "../code-step";
import { type SignUpFormData, toSignUpBody } from "./form-data";

type Field = SignUpField | FileKind;
export type SignUpErrors = FormErrors<Field>;

/** The fields of the form with the file fields, in the order of the page. */
export const FIELD_ORDER: readonly Field[] = [
  ...SIGN_UP_TEXT_FIELDS.flatMap((field): Field[] =>
    // The page asks for a file after the fields of its role.
    field === "companyUrl" ? ["resume", field] : field === "password" ? ["portfolio", field] : [field],
  ),
  "agree",
  "guardianAgree",
];

/**
 * The errors of a form; null when it is valid.
 * @param requiresEmailProof true where the deployment requires a verified e-mail address for sign-up
 */
export function signUpErrors(form: SignUpFormData, requiresEmailProof: boolean): SignUpErrors | null {
  return formErrors(requiresEmailProof ? ProvenSignUpSchema : SignUpSchema, toSignUpBody(form)) as SignUpErrors | null;
}

/** Adds the error of a file. The message above the form stays the one of the form's rules, if any failed. */
export function withFileError(errors: SignUpErrors | null, kind: FileKind, message: string): SignUpErrors {
  return { message: errors?.message ?? message, fields: { ...errors?.fields, [kind]: message } };
}

/** The action data when no account was created. */
export interface SignUpActionData extends Pick<SignUpFormData, "defaultValues" | "uploaded" | "proof"> {
  errors: SignUpErrors;
  /** What the error summary offers besides another try. */
  nextStep: "sign-in" | null;
  /** The one-time code that the visitor has to enter first; null when none is needed. */
  code: CodeFormState | null;
}
