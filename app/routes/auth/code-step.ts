// The state of the form for a one-time code, and the steps that its buttons stand for. The form itself is in code-form.tsx.
import { useCallback, useState } from "react";
import { type PendingCode, savePendingCode } from "./one-time-code";

/** The name of the form's submit buttons. Their value is the step; "send", which mails the first code, has no button. */
export const CODE_STEP_FIELD = "codeStep";
const STEPS = ["send", "verify", "again", "cancel"] as const;
export type CodeStep = (typeof STEPS)[number];

/** The step with this value; null when there is none. */
export function toCodeStep(value: unknown): CodeStep | null {
  return STEPS.find((step) => step === value) ?? null;
}

/** The step that was posted; null for another form. */
export function readCodeStep(form: FormData | undefined): CodeStep | null {
  return toCodeStep(form?.get(CODE_STEP_FIELD));
}

/** The name of the input for the code. */
export const CODE_FIELD = "code";

/** What the form for a code shows: the code that was sent, and the result of the last submit. */
export interface CodeFormState {
  sent: PendingCode;
  /** The message above the form, when a code was not verified or not sent; "" otherwise. */
  error: string;
  /** The message at the field; "" when there is none. */
  fieldError: string;
  /** The rejected code, which a new page shows again. */
  typed: string;
  /** True when a new code was just sent to replace an earlier one. */
  isNew: boolean;
  /** True when no code was checked or sent because of a limit. */
  isRateLimited?: boolean;
}

/** The state without errors. */
export function codeFormState(sent: PendingCode, isNew = false): CodeFormState {
  return { sent, error: "", fieldError: "", typed: "", isNew };
}

/**
 * The state of the form for a code: whether it is open, and which code it is about.
 * @param form the name of its draft: the code is stored in the tab, since phones may reload the page while somebody reads the mail
 * @param initial the state in the action data, when the server rendered the form as a page; null otherwise
 * @returns `code`, which is null while the form is closed, and `isPage`, which is true until the page that the server rendered is closed
 */
export function usePendingCode(form: string, initial: CodeFormState | null) {
  const [code, setCode] = useState(initial);
  const [isPage, setIsPage] = useState(initial !== null);
  const open = useCallback(
    (state: CodeFormState) => {
      savePendingCode(form, state.sent);
      setCode(state);
    },
    [form],
  );
  const close = useCallback(() => {
    setCode(null);
    setIsPage(false);
  }, []);
  return { code, isPage, open, close };
}
