// The second page of switching two-step sign-in on: the code from the mail.
import { CodeField } from "../../../../components/ui/code-field";
import { EmailCodeSchema } from "../../../../contract/second-factor-settings";
import { AuthPage } from "../../../auth/auth-page";
import { LocalMailbox } from "../../../auth/link-page";
import { MAILED_FIELD, TWO_STEP_PATH, type TwoStepErrors } from "./form-data";
import { PageForm } from "./page-form";

const HELP = {
  title: "Why a code from your mail",
  children: (
    <p className="mt-4">
      With two-step sign-in nobody gets into your account without your phone. So we make sure first that it is the owner
      of the email who switches it on.
    </p>
  ),
};

interface MailedCodeProps {
  errors: TwoStepErrors | undefined;
  /** True when a form has led here; false when the page was loaded again. */
  isResult: boolean;
}

export function MailedCode({ errors, isResult }: MailedCodeProps) {
  return (
    <AuthPage
      title="Enter the code from your mail"
      lead="We sent a code to the email of your account."
      aside={HELP}
      isResult={isResult && !errors}
    >
      <PageForm
        path={TWO_STEP_PATH}
        schema={EmailCodeSchema}
        fields={["code"]}
        errors={errors}
        button="Go on"
        busyLabel="Checking..."
        cancel={{ label: "Cancel" }}
      >
        {(fields) => (
          <>
            <input type="hidden" name={MAILED_FIELD} value="" />
            <CodeField
              id="code"
              label="Code"
              hint="Six digits. No mail after a few minutes? Look in your spam folder, or cancel and begin again."
              error={fields.code}
            />
          </>
        )}
      </PageForm>
      <LocalMailbox />
    </AuthPage>
  );
}
