import { useCallback, useEffect } from "react";
import { data, redirect, useNavigation } from "react-router";
import { pageMeta } from "../../components/page-meta";
import { BRAND } from "../../content/brand";
import { apiContext, flashContext, memberContext } from "../../context";
import { actionErrorMessage, dashboardPath } from "../../forms/after-submit.server";
import { catchActionError } from "../../forms/catch-action-error";
import { finishSignIn } from "../../forms/dashboard-redirect";
import { clearDrafts, SIGN_IN_CODE_DRAFT } from "../../forms/draft";
import { readForm } from "../../forms/read-form.server";
import { readText } from "../../forms/read-text";
import { useIsSubmitting } from "../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import { readApiResult } from "../../lib/api-result.server";
import { errorFields, isRateLimited } from "../../lib/error-messages";
import { replaceOnReturn } from "../../navigation/replace-on-return";
import type { Route } from "./+types/sign-in-code";
import { AuthPage } from "./auth-page";
import { CodeDialog, CodePage } from "./code-form";
import { CODE_FIELD, type CodeFormState, codeFormState, readCodeStep, usePendingCode } from "./code-step";
import { EmailForm, type EmailFormErrors, postedEmail } from "./email-form";
import { mailCode, SEND_CODE_FALLBACK } from "./mail-code.server";
import { codeError, invalidCodeMessage, loadPendingCode, type PendingCode, readPendingCode } from "./one-time-code";
import { codeErrorMessage } from "./one-time-code.server";
import { SIGN_IN_CODE_PATH, TWO_STEP_SIGN_IN_PATH } from "./path";

type CodeActionData =
  /** The page shows the e-mail form: no code was sent, or the visitor cancelled, which has no message. */
  | ({ kind: "unsent" } & EmailFormErrors)
  /** The page shows the form for the code. */
  | ({ kind: "sent" } & CodeFormState);

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Sign in with a code",
    description: `Sign in to ${BRAND.name} with a one-time code from your mail, without your password.`,
    path: SIGN_IN_CODE_PATH,
    noindex: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(memberContext)) throw redirect("/dashboard", 303);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const step = readCodeStep(form);
  const sent = readPendingCode(form);
  if (!step || !sent) return sendCode(request, context, postedEmail(form));
  if (step === "again") return resendCode(request, context, sent);
  if (step === "cancel") return { kind: "unsent", message: "", fields: {}, email: sent.email } as CodeActionData;

  const typed = readText(form, CODE_FIELD);
  const fail = (error: string, status: number, rest: Partial<CodeFormState> = {}) =>
    data<CodeActionData>({ kind: "sent", ...codeFormState(sent), typed, error, ...rest }, { status });
  const fieldError = codeError(typed);
  if (fieldError) return fail(invalidCodeMessage(fieldError), 422, { fieldError });
  const { client } = context.get(apiContext);
  const json = { userId: sent.userId, secret: typed };
  const result = await readApiResult(client.account.sessions.token.$post({ json }));
  if (!result.ok) {
    const { error } = result;
    if (error.type === "user_more_factors_required") throw redirect(TWO_STEP_SIGN_IN_PATH, 303);
    return fail(codeErrorMessage(error), error.code, { isRateLimited: isRateLimited(error) });
  }
  context.get(flashContext).set(result.data.isFirstProof ? "first-proof" : "signed-in", "/dashboard");
  throw redirect(dashboardPath(request), 303);
}

type Context = Route.ActionArgs["context"];

async function sendCode(request: Request, context: Context, email: string) {
  const result = await mailCode(request, context, email, "sign-in");
  if (result.ok) return { kind: "sent", ...result.state } as CodeActionData;
  const { error } = result;
  const message = actionErrorMessage(request, error, SEND_CODE_FALLBACK);
  return data<CodeActionData>(
    { kind: "unsent", message, fields: errorFields(error, message), isRateLimited: isRateLimited(error), email },
    { status: error.code },
  );
}

async function resendCode(request: Request, context: Context, sent: PendingCode) {
  const result = await mailCode(request, context, sent.email, "sign-in", true);
  if (result.ok) return { kind: "sent", ...result.state } as CodeActionData;
  const { error } = result;
  const message = actionErrorMessage(request, error, SEND_CODE_FALLBACK);
  return data<CodeActionData>(
    { kind: "sent", ...codeFormState(sent), error: message, isRateLimited: isRateLimited(error) },
    { status: error.code },
  );
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return replaceOnReturn(request, serverLoader);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const sent = readPendingCode(form);
  try {
    return await catchActionError<CodeActionData>(serverAction, (message) =>
      sent
        ? {
            kind: "sent",
            ...codeFormState(sent),
            error: readCodeStep(form) === "verify" ? invalidCodeMessage(message) : message,
          }
        : { kind: "unsent", message, fields: {}, email: postedEmail(form) },
    );
  } catch (redirection) {
    clearDrafts(SIGN_IN_CODE_DRAFT);
    await finishSignIn(redirection, request.signal);
    throw redirection;
  }
}

const HELP = {
  title: "Why a code is safe",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>It is sent to your mail only, works once, and ends after 15 minutes.</li>
      <li>The security phrase shows that the mail is the one you asked for.</li>
      <li>Tell it to nobody. We never ask for it by phone or message.</li>
    </ul>
  ),
};

export default function SignInCode({ actionData }: Route.ComponentProps) {
  const sentState = actionData?.kind === "sent" ? actionData : null;
  const { code, isPage, open, close } = usePendingCode(SIGN_IN_CODE_DRAFT, sentState);
  const isSubmitting = useIsSubmitting(SIGN_IN_CODE_PATH);
  const step = readCodeStep(useNavigation().formData);
  const preventDoubleSubmit = usePreventDoubleSubmit(isSubmitting);
  const cancel = useCallback(() => {
    clearDrafts(SIGN_IN_CODE_DRAFT);
    close();
  }, [close]);
  const isUnsent = actionData?.kind === "unsent";
  useEffect(() => {
    const sent = loadPendingCode(SIGN_IN_CODE_DRAFT);
    if (sentState) open(sentState);
    else if (isUnsent) cancel();
    // The page was reloaded after a code was sent.
    else if (sent) open(codeFormState(sent));
  }, [sentState, isUnsent, open, cancel]);

  const form = code && {
    action: SIGN_IN_CODE_PATH,
    state: code,
    isAlwaysSent: false,
    busyStep: isSubmitting ? step : null,
    onSubmit: preventDoubleSubmit,
  };
  if (form && isPage) return <CodePage {...form} aside={HELP} />;
  return (
    <AuthPage
      title="Sign in with a code"
      lead="Tell us the email you joined with. We send you a one-time code, and you need no password."
      aside={HELP}
    >
      <EmailForm
        path={SIGN_IN_CODE_PATH}
        actionData={actionData?.kind === "unsent" ? actionData : undefined}
        hint="The one you joined with."
        button="Send me a code"
        back="Sign in with your password"
      />
      {form && <CodeDialog {...form} onClose={cancel} />}
    </AuthPage>
  );
}
