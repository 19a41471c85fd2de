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

/** A code that was sent, and what the last press of one of the form's buttons came to. */
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

/** The answer when nothing is wrong. */
export function codeFormState(sent: SentCode, isNew = false): CodeFormState {
  return { sent, error: "", fieldError: "", typed: "", isNew };
}

/**
 * The code that is asked for at the moment.
 * @param form the name under which this tab keeps it, since phones reload a page while its mail is read
 * @param first what the document came with
 * @returns also whether the form is a page: it stays one where the document came as one, until it is closed
 */
export function useSentCode(form: string, first: CodeFormState | null) {
  const [asked, setAsked] = useState(first);
  const [isPage, setIsPage] = useState(first !== null);
  const ask = useCallback(
    (answer: CodeFormState) => {
      saveSentCode(form, answer.sent);
      setAsked(answer);
    },
    [form],
  );
  const close = useCallback(() => {
    setAsked(null);
    setIsPage(false);
  }, []);
  return { asked, isPage, ask, close };
}
