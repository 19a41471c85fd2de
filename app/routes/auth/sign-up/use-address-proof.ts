import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { isSameAddress, UNVERIFIED } from "../../../contract/sign-up-fields";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { CODE_STEP, type CodeFormState, type CodeStep, codeFormState, readCodeStep, useSentCode } from "../code-step";
import { loadSentCode } from "../one-time-code";
import type { AddressProof, SignUpActionData } from "./entry";
import { SIGN_UP_PATH } from "./use-sign-up-submit";

/** The name under which this tab keeps the code that was sent. */
export const SIGN_UP_CODE = "sign-up-code";

interface AddressProving {
  proof: AddressProof | null;
  /** True while the code is being sent that opens the dialog. */
  isSending: boolean;
  /** The code that is asked for; null when none is. */
  asked: CodeFormState | null;
  /** Which of the dialog's buttons is at work. */
  busy: CodeStep | null;
  /** Says that the address has to be proven, and asks for the code, which is sent unless one was. */
  ask(email: string): void;
  /** Sends the dialog's form beside the page's own, which stays as it is. */
  onSend(event: FormEvent<HTMLFormElement>): void;
  close(): void;
}

/**
 * Proves an address with a one-time code, in a dialog over the form.
 * @param answer the page's own answer, which may ask for a code as well
 * @param onProven told once the proof stands in the form
 * @param onFailed told when no code could be sent
 */
export function useAddressProof(
  answer: SignUpActionData | undefined,
  onProven: () => void,
  onFailed: (errors: SignUpActionData["errors"]) => void,
): AddressProving {
  const fetcher = useFetcher<SignUpActionData>();
  const [proof, setProof] = useState(answer?.proof ?? null);
  const { asked, ask: open, close } = useSentCode(SIGN_UP_CODE, answer?.code ?? null);
  const isWanted = useRef(false);

  const take = useCallback(
    (result: SignUpActionData) => {
      setProof(result.proof);
      if (result.code) open(result.code);
    },
    [open],
  );
  useEffect(() => {
    if (answer) take(answer);
  }, [answer, take]);
  const result = fetcher.data;
  // Once for each answer; who is told may be new each time.
  useEffect(() => {
    if (!result) return;
    if (result.code) return open(result.code);
    if (!result.proof) return onFailed(result.errors);
    isWanted.current = true;
    setProof(result.proof);
    close();
  }, [result]);
  useEffect(() => {
    if (!proof || !isWanted.current) return;
    isWanted.current = false;
    onProven();
  }, [proof]);

  const ask = (email: string) => {
    window.alert(UNVERIFIED);
    const uploaded = loadSentCode(SIGN_UP_CODE);
    if (uploaded && isSameAddress(uploaded.email, email)) return open(codeFormState(uploaded));
    const form = { email, [CODE_STEP]: "send" satisfies CodeStep };
    void fetcher.submit(form, { method: "post", action: SIGN_UP_PATH });
  };
  const once = usePreventDoubleSubmit(fetcher.state !== "idle");
  const onSend = (event: FormEvent<HTMLFormElement>) => {
    once(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    void fetcher.submit(form, { method: "post", action: SIGN_UP_PATH });
  };
  const step = fetcher.state === "idle" ? null : readCodeStep(fetcher.formData);
  return { proof, isSending: step === "send", asked, busy: step, ask, onSend, close };
}
