// What is asked and answered about a one-time code, apart from how the form for it looks.
import { useCallback, useState } from "react";
import { type SentCode, saveSentCode } from "./one-time-code";

/** The name of the form's buttons; "send" has none, it stands for what opened the form. */
export const CODE_STEP = "codeStep";
const STEPS = ["send", "verify", "again", "cancel"] as const;
export type CodeStep = (typeof STEPS)[number];

/** The step that a button of the code's form has as its value; null when it is none of them. */
export function toCodeStep(value: unknown): CodeStep | null {
  return STEPS.find((step) => step === value) ?? null;
}

/** The button of the code's form that posted this; null when none of them did. */
export function readCodeStep(form: FormData | undefined): CodeStep | null {
  return toCodeStep(form?.get(CODE_STEP));
}

/** The name of the code's field. */
export const CODE = "code";

/** What the form for a code shows: the code that was sent, and what came of the last submit. */
export interface CodeFormState {
  sent: SentCode;
  /** Why the code was not verified, or no other one sent; "" when nothing is wrong. */
  error: string;
  /** What is wrong with what was typed; "" when it may be right. */
  fieldError: string;
  /** What was typed and is not right: a page that comes anew shows it again. */
  typed: string;
  /** True when another code was just sent. */
  isNew: boolean;
}

/** The state when nothing is wrong. */
export function codeFormState(sent: SentCode, isNew = false): CodeFormState {
  return { sent, error: "", fieldError: "", typed: "", isNew };
}

/**
 * The code that a page asks for.
 * @param form the name under which this tab keeps it, since phones reload a page while its mail is read
 * @param initial what the document came with
 * @returns the code, or null where none is asked for; and whether its form is a page of its own, which it stays until it is closed
 * where the document came as one
 */
export function useSentCode(form: string, initial: CodeFormState | null) {
  const [code, setCode] = useState(initial);
  const [isPage, setIsPage] = useState(initial !== null);
  const open = useCallback(
    (state: CodeFormState) => {
      saveSentCode(form, state.sent);
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
