import { useState } from "react";
import { data, Link } from "react-router";
import { pageMeta } from "../../../../components/page-meta";
import { Actions } from "../../../../components/ui/actions";
import { buttonVariants } from "../../../../components/ui/button";
import { linkVariants } from "../../../../components/ui/link-variants";
import { Status } from "../../../../components/ui/status";
import { BRAND } from "../../../../content/brand";
import { flashContext } from "../../../../context";
import { EnrolmentMailSchema } from "../../../../contract/second-factor-settings";
import { catchActionError } from "../../../../forms/catch-action-error";
import { useUntilNavigation } from "../../../../navigation/use-until-navigation";
import { AuthPage } from "../../../auth/auth-page";
import { NotLoaded } from "../../not-loaded";
import { SETTINGS_PATH } from "../form-data";
import type { Route } from "./+types/route";
import { type EnrolmentActionData, enrol, type PendingStep, readPendingStep } from "./action.server";
import { ConnectApp, type Enrolment } from "./connect-app";
import { MAILED_FIELD, TWO_STEP_PATH, type TwoStepErrors, URI_FIELD } from "./form-data";
import { readTwoStep } from "./load.server";
import { MailedCode } from "./mailed-code";
import { OwnPasswordField, PageForm } from "./page-form";
import { RecoveryCodesPage } from "./recovery-codes";
import { SwitchedOn } from "./switched-on";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Two-step sign-in",
    description: `Sign in to ${BRAND.name} with your password and a code from your phone.`,
    path: TWO_STEP_PATH,
    noindex: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const state = await readTwoStep(context);
  const notice = context.get(flashContext).consume();
  const isOff = state.kind === "known" && !state.state.isOn;
  const pending = isOff ? await readPendingStep(context) : null;
  return data({ state, notice, pending }, { status: state.kind === "failed" ? 503 : 200 });
}

export function action({ request, context }: Route.ActionArgs) {
  return enrol({ request, context });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return catchActionError<EnrolmentActionData>(serverAction, (message) => {
    const errors: TwoStepErrors = { message, fields: {} };
    if (form.has(URI_FIELD)) return { kind: "connect", enrolment: null, errors };
    return { kind: form.has(MAILED_FIELD) ? "mailed" : "unstarted", errors };
  });
}

export default function TwoStep({ loaderData, actionData: latestActionData }: Route.ComponentProps) {
  const { state, notice, pending } = loaderData;
  // Codes are shown once, so a page that is read again keeps them.
  const codes = useUntilNavigation(latestActionData?.kind === "codes" ? latestActionData : undefined);
  const actionData = codes ?? latestActionData;
  const enrolment = useEnrolment(actionData ?? pending);
  if (actionData?.kind === "codes") {
    return (
      <RecoveryCodesPage
        codes={actionData.codes}
        lead={
          <>
            <b>Two-step sign-in is on.</b> You are signed in here, and nowhere else.
          </>
        }
      />
    );
  }
  // Without action data the page was loaded again: it goes on where it was.
  const step = actionData ?? pending;
  const isResult = actionData !== undefined;
  const stepErrors = isResult ? actionData.errors : undefined;
  if (step?.kind === "connect" && enrolment)
    return <ConnectApp enrolment={enrolment} errors={stepErrors} isResult={isResult} />;
  if (step?.kind === "mailed") return <MailedCode errors={stepErrors} isResult={isResult} />;
  const errors = actionData?.kind === "unstarted" ? actionData.errors : undefined;
  // After a failed action the form is shown even when the state could not be loaded.
  if (state.kind === "failed" && !errors)
    return <NotLoaded title="We could not load two-step sign-in" message={state.message} path={TWO_STEP_PATH} />;
  if (state.kind === "known" && state.state.isOn) {
    return <SwitchedOn state={state.state} isRepeated={notice === "two-step-on"} />;
  }
  const isUnverified = state.kind === "known" && !state.state.isEmailVerified;
  return <SwitchedOff errors={errors} isNew={notice === "two-step-off"} isUnverified={isUnverified} />;
}

/** What the page shows to the app. It stays while the second form fails in the browser. */
function useEnrolment(step: EnrolmentActionData | PendingStep | null): Enrolment | null {
  const sent = step?.kind === "connect" ? step.enrolment : null;
  const [enrolment, setEnrolment] = useState(sent);
  if (sent && sent !== enrolment) setEnrolment(sent);
  return sent ?? enrolment;
}

const PROTECTION = {
  title: "Why two steps",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>Passwords are guessed, seen over a shoulder, and stolen from other sites.</li>
      <li>A thief would need your phone as well.</li>
      <li>For the day when the phone is lost, you get recovery codes.</li>
    </ul>
  ),
};

interface SwitchedOffProps {
  errors: TwoStepErrors | undefined;
  /** True when it was just switched off. */
  isNew: boolean;
  /** True while the member's e-mail is not verified. */
  isUnverified: boolean;
}

function SwitchedOff({ errors, isNew, isUnverified }: SwitchedOffProps) {
  return (
    <AuthPage
      title="Two-step sign-in"
      lead="To sign in you then need two things: your password, and a code from an app on your phone. Even if somebody learns your password, they cannot sign in."
      aside={PROTECTION}
    >
      {isNew && (
        <Status place="form">
          <b>Two-step sign-in is off.</b> Your password alone signs you in. Remove {BRAND.name} from your app: its codes
          do not work any more.
        </Status>
      )}
      {isUnverified ? <ConfirmEmail /> : <SetUpForm errors={errors} />}
    </AuthPage>
  );
}

/** Somebody else may have joined with the address. Its owner gets the account back by mail, which a second step would prevent. */
function ConfirmEmail() {
  return (
    <>
      <p className="mt-6 max-w-form">
        <b>Confirm your email first.</b> Then we know that the account is yours. This way nobody else can lock you out
        of it.
      </p>
      <Actions className="mt-8">
        <Link className={buttonVariants()} to="/verify-email">
          Confirm my email
        </Link>
        <Link className={linkVariants({ standalone: true })} to={SETTINGS_PATH}>
          Back to your settings
        </Link>
      </Actions>
    </>
  );
}

function SetUpForm({ errors }: Pick<SwitchedOffProps, "errors">) {
  return (
    <>
      <p className="mt-4 max-w-form">
        You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis.
        They are free. Install one first.
      </p>
      <PageForm
        path={TWO_STEP_PATH}
        schema={EnrolmentMailSchema}
        fields={["password"]}
        errors={errors}
        button="Set it up"
        busyLabel="Getting ready..."
        cancel={{ label: "Back to your settings", to: SETTINGS_PATH }}
      >
        {(fields) => <OwnPasswordField hint="Then we send a code to your email." error={fields.password} />}
      </PageForm>
    </>
  );
}
