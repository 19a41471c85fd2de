import { lazy, useState } from "react";
import { redirect, useNavigation } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { BRAND } from "../../../content/brand";
import { memberContext, publicConfigContext } from "../../../context";
import { catchActionError } from "../../../forms/catch-action-error";
import { clearDraft, clearSignUp } from "../../../forms/draft";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { replaceOnReturn } from "../../../navigation/replace-on-return";
import { AuthPage } from "../auth-page";
import { codeFormState, readCodeStep } from "../code-step";
import { readSentCode } from "../one-time-code";
import type { Route } from "./+types/route";
import { signUp } from "./action.server";
import { readEntry, type SignUpActionData } from "./entry";
import { CarriedEntry } from "./hidden-fields";
import { SignUpForm } from "./sign-up-form";
import { SIGN_UP_CODE } from "./use-address-proof";
import { SIGN_UP_PATH } from "./use-sign-up-submit";

/** Only the answer to a form that was sent without scripts begins with it. */
const CodePage = lazy(async () => ({ default: (await import("../code-form")).CodePage }));

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: `Join ${BRAND.name}`,
    description: `Make your ${BRAND.name} profile as a student, entrepreneur, mentor, investor or industry professional.`,
    path: "/signup",
  });

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(memberContext)) throw redirect("/dashboard", 303);
  const { fileMaxBytes, emailVerifiedAtSignUp } = context.get(publicConfigContext);
  return {
    fileMaxBytes,
    emailVerified: emailVerifiedAtSignUp,
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
  const sent = readCodeStep(form) === "send" ? null : readSentCode(form);
  const { defaultValues, uploaded, proof } = readEntry(form);
  try {
    return await catchActionError<SignUpActionData>(serverAction, (message) => ({
      errors: { message: message, fields: {} },
      nextStep: null,
      defaultValues,
      uploaded,
      proof,
      code: sent && { ...codeFormState(sent), error: message },
    }));
  } catch (redirection) {
    // Somebody is signed in, and answers and file are theirs: whoever signs up next in this tab must not be offered them.
    clearSignUp();
    clearDraft(SIGN_UP_CODE);
    throw redirection;
  }
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  // Without scripts no dialog opens over the form: the page asks for the code, and carries the form on. It goes on to do so when
  // they come after it.
  const [isCodePage, setIsCodePage] = useState(Boolean(actionData?.code));
  // From then on the form is on the page, and a code is asked for over it.
  if (isCodePage && !actionData?.code) setIsCodePage(false);
  const isPosting = useIsSubmitting(SIGN_UP_PATH);
  const step = readCodeStep(useNavigation().formData);
  const once = usePreventDoubleSubmit(isPosting);
  const aside = { title: "What happens next", children: <Next /> };
  if (isCodePage && actionData?.code) {
    const busy = isPosting ? step : null;
    return (
      <CodePage action={SIGN_UP_PATH} answer={actionData.code} isForAnybody busy={busy} onSend={once} aside={aside}>
        <CarriedEntry {...actionData} />
      </CodePage>
    );
  }
  return (
    <AuthPage
      title={`Join ${BRAND.name}`}
      lead="A profile takes a few minutes. Nothing you type is lost if your connection drops."
      aside={aside}
    >
      <SignUpForm answer={actionData} {...loaderData} />
    </AuthPage>
  );
}

function Next() {
  return (
    <ul className="tied mt-5 grid gap-2">
      <li>You come to your dashboard, where your whole profile is.</li>
      <li>Your résumé or portfolio stays with it. Only you can download it.</li>
      <li>Read how others began, and how they found their first partner.</li>
    </ul>
  );
}
