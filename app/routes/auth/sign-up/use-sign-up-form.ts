import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { fileKindOf } from "../../../contract/files";
import { MESSAGES } from "../../../contract/messages";
import { DEFAULT_COUNTRY_CODE } from "../../../contract/phone";
import type { SignUpValues } from "../../../contract/sign-up";
import { clearSignUp, SIGN_UP_DRAFT, saveDraft } from "../../../forms/draft";
import { remainingErrors } from "../../../forms/field-errors";
import { useDraft } from "../../../forms/use-draft";
import { useFormErrors } from "../../../forms/use-form-errors";
import { unfinishedMessage, uploadErrorMessage } from "../../../uploads/upload-state";
import { useFileUpload } from "../../../uploads/use-file-upload";
import { type SignUpActionData, type SignUpErrors, signUpErrors, withFileError } from "./errors";
import { EMPTY_FORM, readSignUpForm, type SignUpFormData } from "./form-data";
import { useAddressProof } from "./use-address-proof";
import { useSignUpSubmit } from "./use-sign-up-submit";

/** The errors that the form shows: those of the action, or those that it found itself. */
type ShownErrors = Pick<SignUpActionData, "errors" | "nextStep">;

interface SignUpFormOptions {
  actionData: SignUpActionData | undefined;
  fileMaxBytes: number;
  /** True when the visitor must first prove by a one-time code that the e-mail address is theirs. */
  requiresEmailProof: boolean;
}

/** The state and the event handlers of the sign-up form. */
export function useSignUpForm({ actionData, fileMaxBytes, requiresEmailProof }: SignUpFormOptions) {
  const formRef = useRef<HTMLFormElement>(null);
  const { initial, shown, attempt, show, setShown } = useFormErrors<ShownErrors>(actionData);
  // Only the first action data fills the fields: later the fields have what the visitor typed.
  const [{ defaultValues, uploaded }] = useState(actionData ?? EMPTY_FORM);
  const { phoneCode: defaultPhoneCode, ...defaults } = defaultValues;
  const [values, setValues] = useState<SignUpValues>({ ...EMPTY_FORM.values, ...defaults });
  const [phoneCode, setPhoneCode] = useState(defaultPhoneCode);
  const [resume, resumeState] = useFileUpload("resume", fileMaxBytes, uploaded.resume);
  const [portfolio, portfolioState] = useFileUpload("portfolio", fileMaxBytes, uploaded.portfolio);
  const uploads = { resume, portfolio };
  const showErrors = (errors: SignUpErrors) => show({ errors, nextStep: null });

  /** Reads the fields into the state. */
  const readFields = useCallback((): SignUpFormData | null => {
    if (!formRef.current) return null;
    const form = readSignUpForm(new FormData(formRef.current));
    setValues(form.values);
    setPhoneCode(form.defaultValues.phoneCode);
    return form;
  }, []);
  // This also reads what the browser restored and what the visitor typed before hydration.
  const isRestored = useDraft(formRef, {
    name: SIGN_UP_DRAFT,
    // A form that nobody touched sends the selected country.
    initialValues: { ...EMPTY_FORM.defaultValues, phoneCode: DEFAULT_COUNTRY_CODE },
    read: () => readFields()?.defaultValues ?? null,
    save: () => {
      const form = readFields();
      if (form && hasInput(form)) saveDraft(SIGN_UP_DRAFT, form.defaultValues);
    },
  });

  const check = (form: SignUpFormData) => {
    const errors = signUpErrors(form, requiresEmailProof);
    const { role } = form.values;
    if (!role) return errors;
    const kind = fileKindOf(role);
    const upload = uploads[kind].state();
    const fileError = uploadErrorMessage(upload) ?? unfinishedMessage(upload);
    return fileError ? withFileError(errors, kind, fileError) : errors;
  };
  const addressProof = useAddressProof(
    actionData,
    // Repeats the submit that required the proof.
    () => formRef.current?.requestSubmit(),
    showErrors,
  );
  const { isBusy, isWaitingForFile, submitForm } = useSignUpSubmit(uploads, check, (errors) => {
    showErrors(errors);
    const form = errors.message === MESSAGES.emailProof ? readFields() : null;
    if (form) addressProof.start(form.values.email.trim());
  });

  // A file that the server no longer has must be chosen again.
  useEffect(() => {
    for (const upload of [resume, portfolio]) {
      const message = actionData?.errors.fields[upload.kind];
      const isGone = actionData?.uploaded[upload.kind] === null;
      if (message && isGone && upload.state().phase === "uploaded") upload.reject(message);
    }
  }, [actionData, resume, portfolio]);

  // The error of a file that has arrived by now is out of date.
  useEffect(() => {
    setShown((current) => {
      const arrived = [resume, portfolio].filter(
        ({ kind, state }) => state().phase === "uploaded" && current?.errors.fields[kind],
      );
      if (!current || arrived.length === 0) return current;
      const fields = { ...current.errors.fields };
      for (const { kind } of arrived) delete fields[kind];
      return { ...current, errors: { message: Object.keys(fields).length > 0 ? current.errors.message : "", fields } };
    });
  }, [resume, portfolio, resumeState.phase, portfolioState.phase, setShown]);

  const onInput = () => {
    const form = readFields();
    if (!form) return;
    saveDraft(SIGN_UP_DRAFT, form.defaultValues);
    if (!shown) return;
    const current = signUpErrors(form, requiresEmailProof)?.fields ?? {};
    setShown({ ...shown, errors: { message: "", fields: remainingErrors(shown.errors.fields, current) } });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submitForm(event.currentTarget);
  };
  return {
    formRef,
    values,
    phoneCode,
    defaultValues,
    shown,
    attempt,
    /** True while fields have what the visitor typed at an earlier visit. */
    isRestored: isRestored && hasInput({ values }),
    /** Deletes what was typed, and the files. The fields keep it until the form is rendered anew. */
    clear: () => {
      resume.cancel();
      portfolio.cancel();
      clearSignUp();
    },
    /** True while the form shows the errors that the server rendered: the password fields are empty then. */
    arePasswordsCleared: shown !== null && shown === initial,
    showErrors,
    resume: { upload: resume, state: resumeState },
    portfolio: { upload: portfolio, state: portfolioState },
    addressProof,
    isBusy,
    isWaitingForFile,
    onInput,
    onSubmit,
  };
}

const hasInput = ({ values }: Pick<SignUpFormData, "values">) => Object.values(values).some(Boolean);
