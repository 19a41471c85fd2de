import { lazy, useEffect, useState } from "react";
import { redirect, useLocation, useNavigation } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { statusVariants } from "../../../components/ui/status";
import { BRAND } from "../../../content/brand";
import { memberContext, publicConfigContext } from "../../../context";
import { catchActionError } from "../../../forms/catch-action-error";
import { finishSignIn } from "../../../forms/dashboard-redirect";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { EMPTIED } from "../../../lib/sign-out";
import { replaceOnReturn } from "../../../navigation/replace-on-return";
import { useUntilNavigation } from "../../../navigation/use-until-navigation";
import { AuthPage } from "../auth-page";
import { codeFormState, readCodeStep } from "../code-step";
import { invalidCodeMessage, readPendingCode } from "../one-time-code";
import { SIGN_UP_PATH } from "../path";
import type { Route } from "./+types/route";
import { signUp } from "./action.server";
import type { SignUpActionData } from "./errors";
import { readSignUpForm } from "./form-data";
import { HiddenFields } from "./hidden-fields";
import { SignUpForm } from "./sign-up-form";

/** Lazy: a page needs it only in the response to a form that was posted without JavaScript. */
const CodePage = lazy(async () => ({ default: (await import("../code-form")).CodePage }));

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: `Join ${BRAND.name}`,
    description: `Make your ${BRAND.name} profile as a student, entrepreneur, mentor, investor or industry professional.`,
    path: "/signup",
  });

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(memberContext)) throw redirect("/dashboard", 303);
  const { fileMaxBytes, requiresEmailProof } = context.get(publicConfigContext);
  return {
    fileMaxBytes,
    requiresEmailProof,
    today: new Date().toISOString().slice(0, 10),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return signUp(request, context);
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return replaceOnReturn(request, serverLoader);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const step = readCodeStep(form);
  const sent = step === "send" ? null : readPendingCode(form);
  const { defaultValues, uploaded, proof } = readSignUpForm(form);
  try {
    return await catchActionError<SignUpActionData>(serverAction, (message) => ({
      errors: { message, fields: {} },
      nextStep: null,
      defaultValues,
      uploaded,
      proof,
      code: sent && { ...codeFormState(sent), error: step === "verify" ? invalidCodeMessage(message) : message },
    }));
  } catch (redirection) {
    await finishSignIn(redirection, request.signal);
    throw redirection;
  }
}

export default function SignUp({ loaderData, actionData: latestActionData }: Route.ComponentProps) {
  const actionData = useUntilNavigation(latestActionData);
  // Without JavaScript there is no dialog: the form for the code is a page of its own, with the sign-up form in hidden inputs. When the
  // scripts load late, it stays a page until the code is verified or cancelled. Later codes open the dialog.
  const [isCodePage, setIsCodePage] = useState(Boolean(actionData?.code));
  if (isCodePage && !actionData?.code) setIsCodePage(false);
  /** Counts how often a restored form was cleared. As the form's key, it mounts a new form. */
  const [clearCount, setClearCount] = useState(0);
  const isSubmitting = useIsSubmitting(SIGN_UP_PATH);
  const step = readCodeStep(useNavigation().formData);
  const preventDoubleSubmit = usePreventDoubleSubmit(isSubmitting);
  const aside = { title: "What happens next", children: <NextSteps /> };
  const wasEmptied = new URLSearchParams(useLocation().search).has(EMPTIED);
  useEffect(() => {
    // Removes the parameter from the address, so that a reload does not show the note again: by then the form may be filled in.
    if (wasEmptied) history.replaceState(history.state, "", SIGN_UP_PATH);
  }, [wasEmptied]);
  if (isCodePage && actionData?.code) {
    return (
      <CodePage
        action={SIGN_UP_PATH}
        state={actionData.code}
        isAlwaysSent
        busyStep={isSubmitting ? step : null}
        onSubmit={preventDoubleSubmit}
        aside={aside}
      >
        <HiddenFields {...actionData} />
      </CodePage>
    );
  }
  return (
    <AuthPage
      title={`Join ${BRAND.name}`}
      lead={
        <>
          A profile takes a few minutes.{" "}
          <span className="noscript:hidden">Nothing you type is lost if your connection drops.</span>
        </>
      }
      aside={aside}
      isResult={clearCount > 0}
    >
      {wasEmptied && clearCount === 0 && !actionData && (
        <div className={statusVariants({ tone: "note", place: "form" })} role="status">
          <span>
            <b>This form was emptied.</b> Somebody signed out in another tab, and may have been the one who filled it
            in.
          </span>
        </div>
      )}
      <SignUpForm
        key={clearCount}
        actionData={actionData}
        {...loaderData}
        onClear={() => setClearCount(clearCount + 1)}
      />
    </AuthPage>
  );
}

function NextSteps() {
  return (
    <ul className="tied mt-5 grid gap-2">
      <li>You come to your dashboard, where your whole profile is.</li>
      <li>Your résumé or portfolio stays with it. Only you can download it.</li>
      <li>Read how others began, and how they found their first partner.</li>
    </ul>
  );
}
