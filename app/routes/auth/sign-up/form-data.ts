// Reads the sign-up form, in the browser before a submit and in the action.
import type * as z from "zod/mini";
import { isSameEmail } from "../../../contract/email";
import { SIGN_UP_TEXT_FIELDS, type SignUpSchema, type SignUpValues } from "../../../contract/sign-up";
import { readPhone, readPhoneParts } from "../../../forms/read-phone";
import { readText } from "../../../forms/read-text";
import { readUploadedFiles, type UploadedFiles } from "../../../uploads/uploaded-file";

/** What fills the fields again. There are no passwords in it, since they are never written into HTML. */
export type DefaultValues = Omit<SignUpValues, "password" | "confirmPassword"> & { phoneCode: string };

/** An e-mail that a visitor proved with a one-time code, and the proof. */
export interface ProvenEmail {
  email: string;
  /** The sealed `proof` of the API. */
  token: string;
}

/** The names of the hidden inputs for a proof. */
export const PROOF_FIELDS = { email: "provenEmail", token: "emailProof" } as const;

export interface SignUpFormData {
  /** The input of the schema. */
  values: SignUpValues;
  defaultValues: DefaultValues;
  uploaded: UploadedFiles;
  /** It may be for another e-mail than the one in the form, when that was edited since. */
  proof: ProvenEmail | null;
}

export const EMPTY_FORM: SignUpFormData = readSignUpForm(new FormData());

export function readSignUpForm(form: FormData): SignUpFormData {
  const typed = {
    ...Object.fromEntries(SIGN_UP_TEXT_FIELDS.map((field) => [field, readText(form, field)])),
    agree: form.has("agree"),
    guardianAgree: form.has("guardianAgree"),
  } as SignUpValues;
  const { password: _, confirmPassword: __, ...shown } = typed;
  const [email, token] = [readText(form, PROOF_FIELDS.email), readText(form, PROOF_FIELDS.token)];
  return {
    values: { ...typed, phone: readPhone(form) },
    defaultValues: { ...shown, phoneCode: readPhoneParts(form).code },
    uploaded: readUploadedFiles(form),
    proof: email && token ? { email, token } : null,
  };
}

/** The body for the API, without the file. It has the proof only when that is for the e-mail in the form. */
export function toSignUpBody({ values, proof }: SignUpFormData): z.input<typeof SignUpSchema> {
  return proof && isSameEmail(proof.email, values.email) ? { ...values, emailProof: proof.token } : values;
}
