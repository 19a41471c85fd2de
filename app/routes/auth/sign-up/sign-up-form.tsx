// The sign-up form. It works without JavaScript; with it, the form is checked before a submit and files are uploaded when chosen.
import { Form, Link } from "react-router";
import { CompanyUrlField } from "../../../components/profile/company-url-field";
import { StudentFields } from "../../../components/profile/student-fields";
import { Actions } from "../../../components/ui/actions";
import { Button } from "../../../components/ui/button";
import { FileField } from "../../../components/ui/file-field";
import { FormEnd, FormSection, formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { NewPasswordFields } from "../../../components/ui/new-password-fields";
import { Status, statusVariants } from "../../../components/ui/status";
import { WaitingForFile } from "../../../components/ui/waiting-for-file";
import { needsGuardian } from "../../../contract/age";
import { fileKindOf } from "../../../contract/files";
import { OLD_BUILD } from "../../../lib/unreachable";
import { isFromOldBuild } from "../../../navigation/import-after-fetch";
import { useLazyComponent } from "../../../navigation/use-lazy-component";
import { FILE_LABELS } from "../../../uploads/file-labels";
import { SIGN_UP_PATH } from "../path";
import { AboutFields } from "./about-fields";
import { Agreement } from "./agreement";
import type { SignUpActionData } from "./errors";
import { HiddenProof } from "./hidden-fields";
import { SignUpSummary } from "./sign-up-summary";
import { useSignUpForm } from "./use-sign-up-form";

interface SignUpFormProps {
  actionData: SignUpActionData | undefined;
  fileMaxBytes: number;
  /** True when the visitor must first prove by a one-time code that the e-mail address is theirs. */
  requiresEmailProof: boolean;
  /** The server's date, as `YYYY-MM-DD`. */
  today: string;
  /** Called after the visitor cleared what was restored: the form must be rendered anew. */
  onClear: () => void;
}

/** Shown when the dialog for the code could not be loaded. The code was mailed; “Create Account” opens the dialog without a new mail. */
const CODE_DIALOG_ERROR = "The form for your code did not get to your browser. Choose “Create Account” again.";

export function SignUpForm({ actionData, fileMaxBytes, requiresEmailProof, today, onClear }: SignUpFormProps) {
  const { formRef, values, defaultValues, shown, addressProof, ...form } = useSignUpForm({
    actionData,
    fileMaxBytes,
    requiresEmailProof,
  });
  const CodeDialog = useLazyComponent(
    addressProof.code !== null,
    async () => (await import("../code-form")).CodeDialog,
    (error) => {
      addressProof.close();
      form.showErrors({ message: isFromOldBuild(error) ? OLD_BUILD : CODE_DIALOG_ERROR, fields: {} });
    },
  );
  const errors = shown?.errors.fields ?? {};
  const isCodeLoading = addressProof.isSending || (addressProof.code !== null && CodeDialog === null);
  return (
    <>
      {shown?.errors.message && (
        <SignUpSummary
          errors={shown.errors}
          nextStep={shown.nextStep}
          attempt={form.attempt}
          values={values}
          arePasswordsCleared={form.arePasswordsCleared}
        />
      )}
      {actionData?.proof && actionData.errors.message === "" && (
        <Status place="form">
          Your email is confirmed. Enter your password in both fields again, and your account is made.
        </Status>
      )}
      {form.isRestored && !shown && (
        <div className={statusVariants({ tone: "note", place: "form" })} role="status">
          <span>We kept what you typed.</span>
          <button
            type="button"
            className={linkVariants({ button: true, standalone: true })}
            onClick={() => {
              form.clear();
              onClear();
            }}
          >
            Clear it
          </button>
        </div>
      )}
      <Form
        method="post"
        action={SIGN_UP_PATH}
        encType="multipart/form-data"
        className={formVariants()}
        noValidate
        ref={formRef}
        onInput={form.onInput}
        onSubmit={form.onSubmit}
      >
        <FormSection title="About you">
          <AboutFields defaultValues={defaultValues} errors={errors} phoneCode={form.phoneCode} />
        </FormSection>
        <FormSection title="Student Information" className="for-student">
          <StudentFields defaultValues={defaultValues} errors={errors} level={values.educationLevel} today={today} />
          <FileField
            kind="resume"
            label={FILE_LABELS.resume.title}
            accepts={FILE_LABELS.resume.accepts}
            maxBytes={fileMaxBytes}
            error={errors.resume}
            {...form.resume}
          />
        </FormSection>
        <FormSection title="Professional Information" className="for-others">
          <CompanyUrlField error={errors.companyUrl} defaultValue={defaultValues.companyUrl} />
          <FileField
            kind="portfolio"
            label={FILE_LABELS.portfolio.title}
            accepts={FILE_LABELS.portfolio.accepts}
            maxBytes={fileMaxBytes}
            error={errors.portfolio}
            {...form.portfolio}
          />
        </FormSection>
        <FormSection title="Your password">
          <NewPasswordFields label="Password" values={values} errors={errors} />
        </FormSection>
        <FormEnd>
          <Agreement
            defaultValues={defaultValues}
            errors={errors}
            needsGuardian={needsGuardian(values, new Date(today))}
          />
          {form.isWaitingForFile && (
            <WaitingForFile
              {...form[fileKindOf(values.role)]}
              message="Your account is made as soon as it has arrived."
              cancelLabel="Go on without the file"
            />
          )}
          <Actions>
            <Button
              busy={form.isBusy || isCodeLoading}
              busyLabel={isCodeLoading ? "Sending a code..." : "Creating Account..."}
            >
              Create Account
            </Button>
          </Actions>
          {addressProof.proof && <HiddenProof proof={addressProof.proof} />}
          <p>
            Already have an account? <Link to="/signin">Sign in here</Link>
          </p>
        </FormEnd>
      </Form>
      {addressProof.code && CodeDialog && (
        <CodeDialog
          action={SIGN_UP_PATH}
          state={addressProof.code}
          isAlwaysSent
          busyStep={addressProof.busyStep}
          onSubmit={addressProof.onSubmit}
          onClose={addressProof.close}
        />
      )}
    </>
  );
}
