// What the sign-up form posts: read the same way in the browser, before it is sent, and by the action.
import type * as z from "zod/mini";
import { isSameEmail } from "../../../contract/email";
import { withCountryCode } from "../../../contract/phone";
import { SIGN_UP_TEXT_FIELDS, type SignUpSchema, type SignUpValues } from "../../../contract/sign-up";
import { readText } from "../../../forms/read-text";
import { readUploadedFiles, type UploadedFiles } from "../../../uploads/uploaded-file";

/** The name of the country code's select beside the phone field. */
export const PHONE_CODE = "phoneCode";

/** What the fields are filled with again. Passwords are never written into HTML, so they are not in it. */
export type DefaultValues = Omit<SignUpValues, "password" | "confirmPassword"> & { phoneCode: string };

/** That an address was proven with a one-time code; `token` is the API's, and sealed. */
export interface AddressProof {
  email: string;
  token: string;
}

/** The names of the hidden inputs that carry a proof. */
export const PROOF_FIELDS = { email: "provenEmail", token: "emailProof" } as const;

export interface SignUpFormData {
  /** What the schema reads; the phone carries its country code. */
  values: SignUpValues;
  defaultValues: DefaultValues;
  uploaded: UploadedFiles;
  /** A proof of an address, which need not be the one that is in the form by now. */
  proof: AddressProof | null;
}

export const EMPTY_FORM: SignUpFormData = readSignUpForm(new FormData());

export function readSignUpForm(form: FormData): SignUpFormData {
  const typed = {
    ...Object.fromEntries(SIGN_UP_TEXT_FIELDS.map((field) => [field, readText(form, field)])),
    agree: form.has("agree"),
    guardianAgree: form.has("guardianAgree"),
  } as SignUpValues;
  const { password: _, confirmPassword: __, ...shown } = typed;
  const phoneCode = readText(form, PHONE_CODE);
  const [email, token] = [readText(form, PROOF_FIELDS.email), readText(form, PROOF_FIELDS.token)];
  return {
    values: { ...typed, phone: withCountryCode(phoneCode, typed.phone) },
    defaultValues: { ...shown, phoneCode },
    uploaded: readUploadedFiles(form),
    proof: email && token ? { email, token } : null,
  };
}

/** The form as the API takes it, but for the file. A proof goes along when it is of the address that is in the form. */
export function toSignUpBody({ values, proof }: SignUpFormData): z.input<typeof SignUpSchema> {
  return proof && isSameEmail(proof.email, values.email) ? { ...values, emailProof: proof.token } : values;
}
