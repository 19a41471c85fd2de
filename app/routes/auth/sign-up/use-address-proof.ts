import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { isSameEmail } from "../../../contract/email";
import { MESSAGES } from "../../../contract/messages";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { CODE_STEP, type CodeFormState, type CodeStep, codeFormState, readCodeStep, useSentCode } from "../code-step";
import { loadSentCode } from "../one-time-code";
import { SIGN_UP_PATH } from "../path";
import type { SignUpActionData } from "./errors";
import type { AddressProof } from "./form-data";

/** The name under which this tab keeps the code that was sent. */
export const SIGN_UP_CODE = "sign-up-code";

interface AddressProving {
  proof: AddressProof | null;
  /** True while the code is being sent that opens the dialog. */
  isSending: boolean;
  /** The code that the dialog asks for; null while it is closed. */
  code: CodeFormState | null;
  /** Which of the dialog's buttons is being submitted. */
  busyStep: CodeStep | null;
  /** Says that the address has to be proven, and opens the dialog for the code, which is mailed unless one was. */
  start(email: string): void;
  /** Submits the dialog's form without leaving the page. */
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  close(): void;
}

/**
 * Proves an address with a one-time code, in a dialog over the form.
 * @param actionData the page's own, which may ask for a code as well
 * @param onProven called once the proof is in the form
 * @param onFailed called when no code could be sent
 */
export function useAddressProof(
  actionData: SignUpActionData | undefined,
  onProven: () => void,
  onFailed: (errors: SignUpActionData["errors"]) => void,
): AddressProving {
  const fetcher = useFetcher<SignUpActionData>();
  const [proof, setProof] = useState(actionData?.proof ?? null);
  const { code, open, close } = useSentCode(SIGN_UP_CODE, actionData?.code ?? null);
  const isJustProven = useRef(false);

  const follow = useCallback(
    (data: SignUpActionData) => {
      setProof(data.proof);
      if (data.code) open(data.code);
    },
    [open],
  );
  useEffect(() => {
    if (actionData) follow(actionData);
  }, [actionData, follow]);
  const result = fetcher.data;
  // Runs once for each result: the callbacks are new at every render.
  useEffect(() => {
    if (!result) return;
    if (result.code) return open(result.code);
    if (!result.proof) return onFailed(result.errors);
    isJustProven.current = true;
    setProof(result.proof);
    close();
  }, [result]);
  // After the render that put the proof into the form.
  useEffect(() => {
    if (!proof || !isJustProven.current) return;
    isJustProven.current = false;
    onProven();
  }, [proof]);

  const start = (email: string) => {
    window.alert(MESSAGES.unverified);
    const sent = loadSentCode(SIGN_UP_CODE);
    if (sent && isSameEmail(sent.email, email)) return open(codeFormState(sent));
    const form = { email, [CODE_STEP]: "send" satisfies CodeStep };
    void fetcher.submit(form, { method: "post", action: SIGN_UP_PATH });
  };
  const preventDoubleSubmit = usePreventDoubleSubmit(fetcher.state !== "idle");
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    preventDoubleSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    void fetcher.submit(form, { method: "post", action: SIGN_UP_PATH });
  };
  const busyStep = fetcher.state === "idle" ? null : readCodeStep(fetcher.formData);
  return { proof, isSending: busyStep === "send", code, busyStep, start, onSubmit, close };
}
