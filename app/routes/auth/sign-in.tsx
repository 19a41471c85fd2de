import { type FormEvent, useState } from "react";
import { data, Form, Link, redirect } from "react-router";
import { pageMeta } from "../../components/page-meta";
import { Actions } from "../../components/ui/actions";
import { Button } from "../../components/ui/button";
import { ErrorSummary } from "../../components/ui/error-summary";
import { FormEnd, formVariants } from "../../components/ui/form-layout";
import { PasswordField } from "../../components/ui/password-field";
import { Status } from "../../components/ui/status";
import { TextField } from "../../components/ui/text-field";
import { BRAND } from "../../content/brand";
import { apiContext, flashContext, memberContext } from "../../context";
import { formErrors } from "../../contract/form-schema";
import { SignInSchema } from "../../contract/sign-in";
import { actionErrorMessage, dashboardPath } from "../../forms/after-submit.server";
import { catchActionError } from "../../forms/catch-action-error";
import { finishSignIn } from "../../forms/dashboard-redirect";
import { errorsInOrder } from "../../forms/field-errors";
import { readForm } from "../../forms/read-form.server";
import { readText } from "../../forms/read-text";
import { useFormErrors } from "../../forms/use-form-errors";
import { useIsSubmitting } from "../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import { readApiResult } from "../../lib/api-result.server";
import { errorFields, errorMessage, isRateLimited } from "../../lib/error-messages";
import { type CarriedEmail, useCarriedEmail } from "../../navigation/carried-email";
import { replaceOnReturn } from "../../navigation/replace-on-return";
import type { Route } from "./+types/sign-in";
import { AuthPage } from "./auth-page";
import { RECOVERY_PATH, SIGN_IN_CODE_PATH, TWO_STEP_SIGN_IN_PATH } from "./path";
import { RateLimitAdvice } from "./rate-limit-advice";

const FALLBACK = "Login failed. Please check your credentials.";

/** The action data when signing in has failed. */
interface SignInActionData {
  message: string;
  fields: Partial<Record<"email" | "password", string>>;
  /** True when nothing was tried because of a limit. */
  isRateLimited?: boolean;
  /** The e-mail as typed. The password is never sent back. */
  email: string;
}

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Sign in",
    description: `Sign in to ${BRAND.name} with your email and password, and go on where you left off.`,
    path: "/login",
  });

/**
 * Redirects members to the dashboard. With `?ended` it calls the API first, which clears the cookie when the session has ended: the cookie
 * alone does not show that.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const hasEnded = url.searchParams.has("ended");
  if (!context.get(memberContext)) return { notice: guestNotice(url) };
  if (!hasEnded) throw redirect("/dashboard", 303);
  const account = await readApiResult(context.get(apiContext).client.account.$get());
  if (!account.ok && account.error.type === "user_more_factors_required") throw redirect(TWO_STEP_SIGN_IN_PATH, 303);
  if (!account.ok) return { notice: errorMessage(account.error, FALLBACK) };
  // A redirect and not the page: this request still has the cookie, so the header of the page would show the member as signed in.
  throw redirect(account.data.user ? "/dashboard" : "/login?ended", 303);
}

/** What a page that redirected here has to say. */
function guestNotice({ searchParams }: URL): string | null {
  if (searchParams.has("ended")) return "You were signed out, here or on another device. Sign in again to go on.";
  if (!searchParams.has("expired")) return null;
  return "The second step has to follow within ten minutes. Sign in again, and enter a new code.";
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const values = readSignInForm(form);
  const { client } = context.get(apiContext);
  const result = await readApiResult(client.account.sessions.email.$post({ json: values }));
  if (!result.ok) {
    const { error } = result;
    if (error.type === "user_more_factors_required") throw redirect(TWO_STEP_SIGN_IN_PATH, 303);
    const message = actionErrorMessage(request, error, FALLBACK);
    return data<SignInActionData>(
      { message, fields: errorFields(error, message), isRateLimited: isRateLimited(error), email: values.email },
      { status: error.code },
    );
  }
  context.get(flashContext).set("signed-in", "/dashboard");
  throw redirect(dashboardPath(request), 303);
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return replaceOnReturn(request, serverLoader);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  try {
    return await catchActionError<SignInActionData>(serverAction, (message) => ({
      message,
      fields: {},
      email: "",
    }));
  } catch (redirection) {
    await finishSignIn(redirection, request.signal);
    throw redirection;
  }
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthPage
      title="Sign in"
      lead="With the email and the password you chose when you joined."
      aside={{
        title: "Your corner of the cloth",
        children: <p className="text-ink-soft mt-4">Your profile, your file and your knots are where you left them.</p>,
      }}
    >
      {loaderData.notice && !actionData && (
        <Status tone="note" place="form">
          {loaderData.notice}
        </Status>
      )}
      <SignInForm actionData={actionData} />
    </AuthPage>
  );
}

function readSignInForm(form: FormData) {
  return { email: readText(form, "email"), password: readText(form, "password") };
}

function SignInForm({ actionData }: { actionData: SignInActionData | undefined }) {
  const { initial, shown, attempt, show, setShown } = useFormErrors(actionData);
  const carried = useCarriedEmail();
  const [typed, setTyped] = useState<string | null>(null);
  const isBusy = useIsSubmitting("/login");
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    setTyped(readText(new FormData(event.currentTarget), "email"));
    setShown(null);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const values = readSignInForm(new FormData(event.currentTarget));
    const errors = formErrors(SignInSchema, values);
    if (!errors) return preventDoubleSubmit(event);
    event.preventDefault();
    show({ ...errors, email: values.email });
  };

  const fields = shown?.fields ?? {};
  const linkState = { email: typed ?? initial?.email ?? carried } satisfies CarriedEmail;
  return (
    <>
      {shown && (
        <ErrorSummary title={shown.message} errors={errorsInOrder(["email", "password"], fields)} attempt={attempt}>
          {shown.isRateLimited && <RateLimitAdvice {...linkState} offersCode />}
        </ErrorSummary>
      )}
      <Form
        method="post"
        action="/login"
        replace
        className={formVariants()}
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <TextField
          id="email"
          label="Email"
          error={fields.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          enterKeyHint="next"
          spellCheck={false}
          required
          defaultValue={initial?.email ?? carried}
        />
        <PasswordField
          id="password"
          label="Password"
          shows="password"
          error={fields.password}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <FormEnd>
          <Actions>
            <Button busy={isBusy} busyLabel="Signing In...">
              Sign In
            </Button>
          </Actions>
          <p>
            <Link to={RECOVERY_PATH} state={linkState}>
              Forgotten your password?
            </Link>{" "}
            Or{" "}
            <Link to={SIGN_IN_CODE_PATH} state={linkState}>
              sign in with a code
            </Link>{" "}
            that we send to your mail.
          </p>
          <p>
            New to {BRAND.name}? <Link to="/signup">Sign up here</Link>
          </p>
        </FormEnd>
      </Form>
    </>
  );
}
