import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { isSameEmail } from "../../../contract/email";
import { MESSAGES } from "../../../contract/messages";
import { SIGN_UP_CODE_DRAFT } from "../../../forms/draft";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import {
  CODE_STEP_FIELD,
  type CodeFormState,
  type CodeStep,
  codeFormState,
  readCodeStep,
  usePendingCode,
} from "../code-step";
import { loadPendingCode } from "../one-time-code";
import { SIGN_UP_PATH } from "../path";
import type { SignUpActionData } from "./errors";
import type { ProvenEmail } from "./form-data";

interface AddressProofState {
  proof: ProvenEmail | null;
  /** True while the first code is being sent; the dialog opens afterwards. */
  isSending: boolean;
  /** The state of the dialog; null while it is closed. */
  code: CodeFormState | null;
  /** The step that is being submitted; null when none is. */
  busyStep: CodeStep | null;
  /** Alerts that the e-mail must be proved, and opens the dialog. It mails a code, unless there is one that is still valid. */
  start(email: string): void;
  /** Submits the dialog's form without leaving the page. */
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  close(): void;
}

/**
 * Proves the e-mail with a one-time code, in a dialog.
 * @param actionData the action data of the page, which may ask for a code too
 * @param onProven called when the form has been rendered with the proof
 * @param onFailed called with the errors when no code could be sent
 */
export function useAddressProof(
  actionData: SignUpActionData | undefined,
  onProven: () => void,
  onFailed: (errors: SignUpActionData["errors"]) => void,
): AddressProofState {
  const fetcher = useFetcher<SignUpActionData>();
  const [proof, setProof] = useState(actionData?.proof ?? null);
  const { code, open, close } = usePendingCode(SIGN_UP_CODE_DRAFT, actionData?.code ?? null);
  const isNewProof = useRef(false);

  const applyActionData = useCallback(
    (data: SignUpActionData) => {
      setProof(data.proof);
      if (data.code) open(data.code);
    },
    [open],
  );
  useEffect(() => {
    if (actionData) applyActionData(actionData);
  }, [actionData, applyActionData]);
  const result = fetcher.data;
  // Runs once for each result. The callbacks are not dependencies, since they are new at every render.
  useEffect(() => {
    if (!result) return;
    if (result.code) return open(result.code);
    if (!result.proof) return onFailed(result.errors);
    isNewProof.current = true;
    setProof(result.proof);
    close();
  }, [result]);
  // An effect on `proof`: the form is submitted after the render that adds the proof to it.
  useEffect(() => {
    if (!proof || !isNewProof.current) return;
    isNewProof.current = false;
    onProven();
  }, [proof]);

  const start = (email: string) => {
    window.alert(MESSAGES.emailProof);
    const sent = loadPendingCode(SIGN_UP_CODE_DRAFT);
    if (sent && isSameEmail(sent.email, email)) return open(codeFormState(sent));
    const form = { email, [CODE_STEP_FIELD]: "send" satisfies CodeStep };
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
