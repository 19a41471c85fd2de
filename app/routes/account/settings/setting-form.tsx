// One form of the account settings: what went wrong or well above it, its fields, its button.

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { Actions } from "../../../components/ui/actions";
import { Button } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { FormEnd, formVariants } from "../../../components/ui/form-layout";
import { errorsInOrder, remainingErrors } from "../../../forms/field-errors";
import { useFormErrors } from "../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
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

/** A change that went well: another object each time. */
export interface Success {
  intent: Intent;
  /** True when the session that was to end was not there. */
  wasMissing?: boolean;
}

interface SettingFormProps {
  intent: FormIntent;
  /** The page's last answer and its last success, of whichever form. */
  actionData: SettingsActionData | undefined;
  success: Success | null;
  /** What a success says. */
  savedWords: ReactNode;
  button: string;
  busyLabel: string;
  onEdit?: (form: FormData) => void;
  /** The fields: what is wrong with each, and what was typed before the page was rendered anew. */
  children: (errors: SettingsErrors["fields"], typed: SettingsActionData["typed"] | undefined) => ReactNode;
}

export function SettingForm({
  intent,
  actionData,
  success,
  savedWords,
  button,
  busyLabel,
  onEdit,
  children,
}: SettingFormProps) {
  const own = actionData?.intent === intent ? actionData : undefined;
  const { initial, shown, attempt, show, setShown } = useFormErrors<
    SettingsErrors & Partial<Pick<SettingsActionData, "typed">>
  >(own);
  const saved = success?.intent === intent ? success : null;
  const [seen, setSeen] = useState<Success | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useIsSubmitting(SETTINGS_PATH, { [INTENT]: intent });
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);

  // What was saved is what the fields hold from now on; passwords go.
  useEffect(() => {
    if (!saved) return;
    form.current?.reset();
    setShown(null);
  }, [saved, setShown]);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    const now = settingsErrors(intent, data)?.fields ?? {};
    setShown((was) => was && { ...was, message: "", fields: remainingErrors(was.fields, now) });
    setSeen(saved);
    onEdit?.(data);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const errors = settingsErrors(intent, new FormData(event.currentTarget));
    setSeen(saved);
    if (!errors) return preventDoubleSubmit(event);
    event.preventDefault();
    show(errors);
  };

  const fields = shown?.fields ?? {};
  const links = errorsInOrder(fieldIds(intent), fields);
  const isSaidAlready = links.length === 1 && links[0]?.message === shown?.message;
  return (
    <>
      {saved && saved !== seen && !shown && <Saved round={saved}>{savedWords}</Saved>}
      {shown?.message && (
        <ErrorSummary place="section" title={shown.message} errors={isSaidAlready ? [] : links} attempt={attempt} />
      )}
      <Form
        method="post"
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
        {children(fields, initial?.typed)}
        <FormEnd place="section">
          <Actions>
            <Button variant="outline" busy={isBusy} busyLabel={busyLabel}>
              {button}
            </Button>
          </Actions>
        </FormEnd>
      </Form>
    </>
  );
}
