// The profile form. It works without JavaScript; with it, the form is checked before a submit and drafts are stored.

import { type FormEvent, useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { CompanyUrlField } from "../../../components/profile/company-url-field";
import { GuardianField } from "../../../components/profile/guardian-field";
import { LocationField } from "../../../components/profile/location-field";
import { RoleField } from "../../../components/profile/role-field";
import { StudentFields } from "../../../components/profile/student-fields";
import { Actions } from "../../../components/ui/actions";
import { Button } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { FormEnd, FormSection, formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { statusVariants } from "../../../components/ui/status";
import { needsGuardian } from "../../../contract/age";
import type { ProfileValues } from "../../../contract/profile-fields";
import { clearDrafts, profileDraft, saveDraft } from "../../../forms/draft";
import { errorsInOrder, remainingErrors } from "../../../forms/field-errors";
import { useDraft } from "../../../forms/use-draft";
import { useFormErrors } from "../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { capitalizedNumber } from "../../../lib/number-in-words";
import { MemberForm } from "../member-form";
import {
  FIELD_ORDER,
  LOADED,
  type ProfileActionData,
  type ProfileErrors,
  profileErrors,
  readProfileForm,
  toDraft,
  UNCONFIRMED,
} from "./form-data";
import { PROFILE_PATH } from "./path";

interface ProfileFormProps {
  actionData: ProfileActionData | undefined;
  memberId: string;
  /** Null when the account could not be loaded. */
  account: { name: string; email: string } | null;
  /** True when there is no profile yet. */
  isMissing: boolean;
  hasFile: boolean;
  /** The values of the stored profile. */
  values: ProfileValues;
  /** The server's date, as `YYYY-MM-DD`. */
  today: string;
  /** Called when the visitor has discarded the restored draft. */
  onDiscard: () => void;
}

export function ProfileForm(props: ProfileFormProps) {
  const { actionData, memberId, account, isMissing, hasFile, today, onDiscard } = props;
  const form = useRef<HTMLFormElement>(null);
  const { shown, attempt, show, setShown } = useFormErrors<Pick<ProfileActionData, "errors">>(actionData);
  // State without a setter: a later revalidation must not change what the form was rendered with.
  const [defaultValues] = useState(actionData?.values ?? props.values);
  const [loaded] = useState(actionData?.loaded ?? props.values);
  const [values, setValues] = useState(defaultValues);
  const isBusy = useIsSubmitting(PROFILE_PATH);
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);
  // Like the form, it stays with the member who opened it.
  const [draft] = useState(profileDraft(memberId));

  /** Reads the fields into the state. */
  const readFields = useCallback((): ProfileValues | null => {
    if (!form.current) return null;
    const current = readProfileForm(new FormData(form.current));
    setValues(current);
    return current;
  }, []);
  const save = (): ProfileValues | null => {
    const current = readFields();
    if (!current) return null;
    const unsaved = toDraft(current, loaded);
    if (Object.keys(unsaved).length > 0) saveDraft(draft, unsaved, loaded);
    else clearDrafts(draft);
    return current;
  };
  const isRestored = useDraft(form, { name: draft, initialValues: loaded, read: readFields, save });

  const onInput = () => {
    const current = save();
    if (!current) return;
    const errors = profileErrors(current)?.fields ?? {};
    setShown(
      (previous) => previous && { errors: { message: "", fields: remainingErrors(previous.errors.fields, errors) } },
    );
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const errors = profileErrors(readProfileForm(new FormData(event.currentTarget)));
    if (!errors) return preventDoubleSubmit(event);
    event.preventDefault();
    show({ errors });
  };

  const discard = () => {
    clearDrafts(draft);
    onDiscard();
  };

  const errors = shown?.errors.fields ?? {};
  const isUnsaved = isRestored && Object.keys(toDraft(values, loaded)).length > 0;
  return (
    <>
      {shown?.errors.message && <Summary errors={shown.errors} attempt={attempt} />}
      {isUnsaved && !shown && (
        <div className={statusVariants({ tone: "note", place: "form" })} role="status">
          <span>
            <b>You have not saved this yet.</b> Below is what you changed the last time you were here.
          </span>
          <button type="button" className={linkVariants({ button: true, standalone: true })} onClick={discard}>
            Undo my changes
          </button>
        </div>
      )}
      <MemberForm
        action={PROFILE_PATH}
        replace
        className={formVariants()}
        noValidate
        ref={form}
        onInput={onInput}
        onSubmit={onSubmit}
      >
        <input type="hidden" name={LOADED} value={JSON.stringify(loaded)} />
        <input type="hidden" name={UNCONFIRMED} value={actionData?.unconfirmed.join(" ") ?? ""} />
        <FormSection title="About you">
          <p className="mt-4">
            {account && (
              <>
                <b className="wrap-anywhere">{account.name}</b>, <span className="wrap-anywhere">{account.email}</span>.{" "}
              </>
            )}
            Name and phone are changed in your <Link to="/settings">account settings</Link>.
          </p>
          <RoleField label="I am here as" error={errors.role} defaultValue={defaultValues.role} />
          <LocationField error={errors.location} defaultValue={defaultValues.location} />
        </FormSection>
        <FormSection title="Student Information" className="for-student">
          <RemovalNote
            answers={loaded.companyUrl ? "your company URL" : null}
            hasFile={hasFile && isNonStudent(loaded.role)}
          />
          <StudentFields defaultValues={defaultValues} errors={errors} level={values.educationLevel} today={today} />
          <GuardianField
            isNeeded={needsGuardian(values, new Date(today))}
            error={errors.guardianAgree}
            defaultChecked={defaultValues.guardianAgree}
            isMember
          />
        </FormSection>
        <FormSection title="Professional Information" className="for-others">
          <RemovalNote
            answers={loaded.dob || loaded.college ? "your date of birth, education and college" : null}
            hasFile={hasFile && loaded.role === "Student"}
          />
          <CompanyUrlField error={errors.companyUrl} defaultValue={defaultValues.companyUrl} />
        </FormSection>
        <FormEnd>
          <Actions>
            <Button busy={isBusy} busyLabel="Saving...">
              {isMissing ? "Save my profile" : "Save changes"}
            </Button>
            <Link className={linkVariants({ standalone: true })} to="/dashboard">
              Back to the dashboard
            </Link>
          </Actions>
        </FormEnd>
      </MemberForm>
    </>
  );
}

const isNonStudent = (role: string) => role !== "" && role !== "Student";

/** Says what a change of role removes from the profile. Each role's section has one, about the answers of the other role. */
function RemovalNote({ answers, hasFile }: { answers: string | null; hasFile: boolean }) {
  if (!answers && !hasFile) return null;
  return (
    <p className="mt-4 text-sm">
      {answers && <>When you save in this role, {answers} will be taken out of your profile. </>}
      {hasFile && <>Your file stays with you until you replace or delete it.</>}
    </p>
  );
}

function Summary({ errors, attempt }: { errors: ProfileErrors; attempt: number }) {
  const count = Object.keys(errors.fields).length;
  const links = errorsInOrder(FIELD_ORDER, errors.fields);
  const isDuplicate = count === 1 && links[0]?.message === errors.message;
  return (
    <ErrorSummary title={errors.message} errors={links} attempt={attempt}>
      {count > 0 && !isDuplicate && (
        <p>
          {capitalizedNumber(count)} {count === 1 ? "answer needs" : "answers need"} another look. We kept everything
          you typed.
        </p>
      )}
    </ErrorSummary>
  );
}
