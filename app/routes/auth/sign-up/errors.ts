// What is wrong with a sign-up form, and what the action answers about it.
import type { FileKind } from "../../../contract/files";
import { type FormErrors, formErrors } from "../../../contract/form-schema";
import { ProvenSignUpSchema, SIGN_UP_TEXT_FIELDS, type SignUpField, SignUpSchema } from "../../../contract/sign-up";
import type { CodeFormState } from "../code-step";
import { type SignUpFormData, toSignUpBody } from "./form-data";

type Field = SignUpField | FileKind;
export type SignUpErrors = FormErrors<Field>;

/** The fields and files of the form, in the order of the page: a file is asked for after the field before it here. */
export const PAGE_ORDER: readonly Field[] = [
  ...SIGN_UP_TEXT_FIELDS.flatMap((field): Field[] =>
    field === "college" ? [field, "resume"] : field === "companyUrl" ? [field, "portfolio"] : [field],
  ),
  "agree",
  "guardianAgree",
];

/**
 * What the rules say about a form; null when nothing is wrong.
 * @param emailVerified false where nobody can join until the address is proven
 */
export function signUpErrors(form: SignUpFormData, emailVerified: boolean): SignUpErrors | null {
  return formErrors(emailVerified ? SignUpSchema : ProvenSignUpSchema, toSignUpBody(form)) as SignUpErrors | null;
}

/** Adds what is wrong with the file; the rules' sentence comes first. */
export function withFileError(errors: SignUpErrors | null, kind: FileKind, message: string): SignUpErrors {
  return { message: errors?.message ?? message, fields: { ...errors?.fields, [kind]: message } };
}

/** What the action answers about a form that it could not turn into an account. */
export interface SignUpActionData extends Pick<SignUpFormData, "defaultValues" | "uploaded" | "proof"> {
  errors: SignUpErrors;
  /** Where the summary offers another way than trying again. */
  nextStep: "sign-in" | null;
  /** The one-time code that is asked for first. */
  code: CodeFormState | null;
}
