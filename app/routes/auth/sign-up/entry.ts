// A sign-up form as it was posted: read the same way in the browser, before it is sent, and by the action.
import type { FileKind } from "../../../contract/files";
import { COUNTRY_CODES } from "../../../contract/lists";
import { SIGN_UP_TEXT_FIELDS, type SignUpField, type SignUpValues } from "../../../contract/sign-up-fields";
import type { SignUpProblems } from "../../../contract/sign-up-rules";
import { readUploadedFiles, type UploadedFiles } from "../../../uploads/uploaded-file";
import type { CodeFormState } from "../code-step";

/** The name of the country code's select beside the phone field. */
export const PHONE_CODE = "phoneCode";

/** What a form is filled with again. Passwords are never written into HTML, so they are not in it. */
export type DefaultValues = Omit<SignUpValues, "password" | "confirmPassword"> & { phoneCode: string };

/** That an address was proven with a one-time code; `token` is the API's, and sealed. */
export interface AddressProof {
  email: string;
  token: string;
}

/** The names of the hidden inputs that carry a proof. */
export const PROOF_FIELDS = { email: "provenEmail", token: "emailProof" } as const;

export interface Entry {
  /** What the rules check and the API takes; the phone carries its country code. */
  values: SignUpValues;
  defaultValues: DefaultValues;
  uploaded: UploadedFiles;
  /** A proof of an address, which need not be the one that stands in the form by now. */
  proof: AddressProof | null;
}

export const EMPTY_ENTRY: Entry = readEntry(new FormData());

/** A number that was typed without a country code gets the one chosen beside it; one with a code keeps its own. */
export function withPhoneCode(code: string, typed: string): string {
  const phone = typed.trim();
  // The first code is the one that the rules assume by themselves.
  if (phone === "" || /^(\+|00)/.test(phone) || code === "" || code === COUNTRY_CODES[0].code) return phone;
  return `${code} ${phone}`;
}

export function readEntry(form: FormData): Entry {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const typed = Object.fromEntries(SIGN_UP_TEXT_FIELDS.map((field) => [field, text(field)]));
  const typedValues = {
    ...typed,
    agree: form.has("agree"),
    guardianAgree: form.has("guardianAgree"),
  } as SignUpValues;
  const { password: _, confirmPassword: __, ...shown } = typedValues;
  const phoneCode = text(PHONE_CODE);
  return {
    values: { ...typedValues, phone: withPhoneCode(phoneCode, typedValues.phone) },
    defaultValues: { ...shown, phoneCode },
    uploaded: readUploadedFiles(form),
    proof: readProof(text(PROOF_FIELDS.email), text(PROOF_FIELDS.token)),
  };
}

function readProof(email: string, token: string): AddressProof | null {
  return email && token ? { email, token } : null;
}

export type SignUpFormField = SignUpField | FileKind;

/** The fields and files of the form, in the order of the page: a file is asked for after the field before it here. */
export const PAGE_ORDER: readonly SignUpFormField[] = [
  ...SIGN_UP_TEXT_FIELDS.flatMap((field): SignUpFormField[] =>
    field === "college" ? [field, "resume"] : field === "companyUrl" ? [field, "portfolio"] : [field],
  ),
  "agree",
  "guardianAgree",
];

/** What is wrong with an entry: the sentence on top, and the words beside each field or file concerned. */
export interface SignUpErrors {
  message: string;
  fields: Partial<Record<SignUpFormField, string>>;
}

/** Joins what the rules say with what is wrong with the file; the rules' sentence comes first. */
export function withFileError(
  errors: SignUpProblems | null,
  kind: FileKind,
  message: string | null,
): SignUpErrors | null {
  if (!message) return errors;
  return { message: errors?.message ?? message, fields: { ...errors?.fields, [kind]: message } };
}

/** What the action says about an entry that it could not turn into an account. */
export interface SignUpActionData {
  errors: SignUpErrors;
  /** Where the summary offers a way on besides trying again. */
  nextStep: "sign-in" | null;
  defaultValues: DefaultValues;
  uploaded: UploadedFiles;
  proof: AddressProof | null;
  /** The one-time code that is asked for first. */
  code: CodeFormState | null;
}
