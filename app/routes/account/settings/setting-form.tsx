// A form of the account settings: a message above it, its fields and its button.

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Actions } from "../../../components/ui/actions";
import { Button } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { FormEnd, formVariants } from "../../../components/ui/form-layout";
import { errorsInOrder, remainingErrors } from "../../../forms/field-errors";
import { useFormErrors } from "../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { MemberForm } from "../member-form";
import type { SettingsActionData } from "./action-data";
import {
  type FormIntent,
  fieldIds,
  INTENT,
  type Intent,
  SETTINGS_PATH,
  type SettingsErrors,
  settingsErrors,
} from "./form-data";
import { Saved } from "./saved";

/** The result of a form that was saved; a new object each time. */
export interface Success {
  intent: Intent;
  /** True when the session to end did not exist any more. */
  wasMissing?: boolean;
}

interface SettingFormProps {
  intent: FormIntent;
  /** The action data and the last success of the page. They may belong to another form. */
  actionData: SettingsActionData | undefined;
  success: Success | null;
  /** The message after the form was saved. */
  savedMessage: ReactNode;
  button: string;
  busyLabel: string;
  onEdit?: (form: FormData) => void;
  /** Renders the fields, with their errors and with the input from the action data. */
  children: (errors: SettingsErrors["fields"], typed: SettingsActionData["typed"] | undefined) => ReactNode;
}

export function SettingForm({
  intent,
  actionData,
  success,
  savedMessage,
  button,
  busyLabel,
  onEdit,
  children,
}: SettingFormProps) {
  const ownActionData = actionData?.intent === intent ? actionData : undefined;
  const { initial, shown, attempt, show, setShown } = useFormErrors<
    SettingsErrors & Partial<Pick<SettingsActionData, "typed">>
  >(ownActionData);
  const saved = success?.intent === intent ? success : null;
  /** The success whose message was hidden by an edit or another submit. */
  const [dismissed, setDismissed] = useState<Success | null>(null);
  /** What was refused before hydration, until something is saved. */
  const [typed, setTyped] = useState(initial?.typed);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useIsSubmitting(SETTINGS_PATH, { [INTENT]: intent });
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);

  // Resets the fields to their default values, which are the saved ones by now, and empties the passwords.
  useEffect(() => {
    if (!saved) return;
    form.current?.reset();
    setTyped(undefined);
    setShown(null);
  }, [saved, setShown]);

  // The browser may have restored what was typed.
  useEffect(() => {
    if (form.current) onEdit?.(new FormData(form.current));
  }, []);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    const current = settingsErrors(intent, data)?.fields ?? {};
    setShown((previous) => previous && { ...previous, message: "", fields: remainingErrors(previous.fields, current) });
    setDismissed(saved);
    onEdit?.(data);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const errors = settingsErrors(intent, new FormData(event.currentTarget));
    setDismissed(saved);
    if (!errors) return preventDoubleSubmit(event);
    event.preventDefault();
    show(errors);
  };

  const fields = shown?.fields ?? {};
  const links = errorsInOrder(fieldIds(intent), fields);
  const isDuplicate = links.length === 1 && links[0]?.message === shown?.message;
  return (
    <>
      {saved && saved !== dismissed && !shown && <Saved success={saved}>{savedMessage}</Saved>}
      {shown?.message && (
        <ErrorSummary place="section" title={shown.message} errors={isDuplicate ? [] : links} attempt={attempt} />
      )}
      <MemberForm
        action={SETTINGS_PATH}
        replace
        preventScrollReset
        className={formVariants({ place: "section" })}
        noValidate
        ref={form}
        onInput={onInput}
        onReset={() => onEdit?.(new FormData())}
        onSubmit={onSubmit}
      >
        <input type="hidden" name={INTENT} value={intent} />
        {children(fields, typed)}
        <FormEnd place="section">
          <Actions>
            <Button variant="outline" busy={isBusy} busyLabel={busyLabel}>
              {button}
            </Button>
          </Actions>
        </FormEnd>
      </MemberForm>
    </>
  );
}
