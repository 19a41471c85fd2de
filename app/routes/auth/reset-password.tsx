import { type FormEvent, useState } from "react";
import { data, Form, Link } from "react-router";
import { pageMeta } from "../../components/page-meta";
import { Actions } from "../../components/ui/actions";
import { Button, buttonVariants } from "../../components/ui/button";
import { ErrorSummary } from "../../components/ui/error-summary";
import { FormEnd, formVariants } from "../../components/ui/form-layout";
import { linkVariants } from "../../components/ui/link-variants";
import { NewPasswordFields } from "../../components/ui/new-password-fields";
import { BRAND } from "../../content/brand";
import { apiContext } from "../../context";
import { NewPasswordFormSchema } from "../../contract/account-settings";
import { type FormErrors, formErrors } from "../../contract/form-schema";
import { actionErrorMessage } from "../../forms/after-submit.server";
import { catchActionError } from "../../forms/catch-action-error";
import { errorsInOrder, remainingErrors } from "../../forms/field-errors";
import { readForm } from "../../forms/read-form.server";
import { readText } from "../../forms/read-text";
import { useFormErrors } from "../../forms/use-form-errors";
import { useIsSubmitting } from "../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import { readApiResult } from "../../lib/api-result.server";
import { errorField, errorFields } from "../../lib/error-messages";
import { useUntilNavigation } from "../../navigation/use-until-navigation";
import type { Route } from "./+types/reset-password";
import { AuthPage } from "./auth-page";
import { EmailForm, type EmailFormErrors, postedEmail } from "./email-form";
import { LinkFailed, NextStep } from "./link-page";
import {
  hasExpired,
  isIncompleteLink,
  type LinkFault,
  linkError,
  linkFault,
  linkSearch,
  type MailLink,
  readMailLink,
} from "./mail-link";
import { RECOVERY_PATH } from "./path";
import { RESEND_COUNT_FIELD, RecoveryRequested } from "./recovery-requested";

type ResetActionData =
  /** The mail was requested. This does not reveal whether the e-mail has an account. */
  | { kind: "requested"; email: string; resendCount: number }
  | ({ kind: "not-requested" } & EmailFormErrors)
  | { kind: "changed" }
  /** The link does not work. */
  | { kind: "rejected"; fault: LinkFault }
  /** The error is not about the link: the form can be submitted again. */
  | { kind: "failed"; message: string; fields: FormErrors<"password" | "confirmPassword">["fields"] };

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Choose a new password",
    description: `Ask for a mail with a link, and choose a new password for ${BRAND.name}.`,
    path: RECOVERY_PATH,
    noindex: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const link = readMailLink(url.searchParams);
  const fault = link && (await knownFault(link, context));
  const isIncomplete = isIncompleteLink(url.searchParams);
  return { link, fault, isIncomplete };
}

/** Why a link does not work, as far as it can be known before somebody types a password; null for a link that may work. */
async function knownFault(link: MailLink, context: Route.LoaderArgs["context"]): Promise<LinkFault | null> {
  const { userId, secret } = link;
  const result = await readApiResult(
    context.get(apiContext).client.account.recovery.link.$post({ json: { userId, secret } }),
  );
  if (result.ok && result.data.state !== "open") return result.data.state;
  // After an error the form is shown: the link is checked when it is submitted.
  return hasExpired(link, new Date()) ? "expired" : null;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const link = readMailLink(url.searchParams);
  const form = await readForm(request);
  if (!link) return sendRecoveryMail(request, context, form);
  const values = readPasswords(form);
  const errors = formErrors(NewPasswordFormSchema, values);
  if (errors) return data<ResetActionData>({ kind: "failed", ...errors }, { status: 422 });

  const { userId, secret } = link;
  const { client } = context.get(apiContext);
  const result = await readApiResult(
    client.account.recovery.$put({ json: { userId, secret, password: values.password } }),
  );
  if (result.ok) return { kind: "changed" } as ResetActionData;
  const { error } = result;
  const message = actionErrorMessage(request, error, "Your password could not be changed. Please try again.");
  const isAboutPassword = errorField(error) === "password";
  const fault = isAboutPassword ? null : linkFault(error.type, link, new Date());
  const actionData: ResetActionData = fault
    ? { kind: "rejected", fault }
    : { kind: "failed", message, fields: isAboutPassword ? { password: message } : {} };
  return data(actionData, { status: error.code });
}

/** Requests a mail with a link. The result is the same whether the e-mail has an account or not. */
async function sendRecoveryMail(request: Request, context: Route.ActionArgs["context"], form: FormData) {
  const email = postedEmail(form);
  const { client } = context.get(apiContext);
  const result = await readApiResult(client.account.recovery.$post({ json: { email } }));
  if (result.ok)
    return { kind: "requested", email, resendCount: Number(form.get(RESEND_COUNT_FIELD)) || 0 } as ResetActionData;
  const { error } = result;
  const message = actionErrorMessage(request, error, "The mail could not be sent. Please try again.");
  return data<ResetActionData>(
    { kind: "not-requested", message, fields: errorFields(error, message), email },
    { status: error.code },
  );
}

export function clientAction({ serverAction, url }: Route.ClientActionArgs) {
  const hasLink = readMailLink(url.searchParams) !== null;
  return catchActionError<ResetActionData>(serverAction, (message) =>
    hasLink ? { kind: "failed", message, fields: {} } : { kind: "not-requested", message, fields: {}, email: "" },
  );
}

const ADVICE = {
  title: "A good password",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>A long one is better than a clever one: take three words that have nothing to do with each other.</li>
      <li>Use it here and nowhere else. Your phone or browser can remember it for you.</li>
      <li>Tell it to nobody. We never ask for it.</li>
    </ul>
  ),
};

export default function ResetPassword({ loaderData, actionData: latestActionData }: Route.ComponentProps) {
  const { link, fault, isIncomplete } = loaderData;
  const actionData = useUntilNavigation(latestActionData);
  if (actionData?.kind === "requested") {
    const { email, resendCount } = actionData;
    return (
      <AuthPage
        key={resendCount}
        title="Look into your mail"
        lead={`${resendCount > 0 ? "We have asked once more. " : ""}If an account has this address, a mail is on its way to it. Its link works for one hour.`}
        aside={ADVICE}
        isResult
      >
        <RecoveryRequested email={email} resendCount={resendCount} />
      </AuthPage>
    );
  }
  if (actionData?.kind === "changed") {
    return (
      <AuthPage
        title="Your password is changed"
        lead="Whoever was signed in with the old one has been signed out, on every device. Sign in with the new one."
        aside={ADVICE}
        isResult
      >
        <NextStep />
      </AuthPage>
    );
  }
  const rejected = actionData?.kind === "rejected" ? actionData.fault : fault;
  if (rejected) {
    return (
      <LinkFailed error={linkError(rejected, "recovery")} aside={ADVICE} isResult={actionData !== undefined}>
        <Actions as="p" className="mt-8">
          <Link className={buttonVariants()} to={RECOVERY_PATH}>
            Ask for a new link
          </Link>
          <Link className={linkVariants({ standalone: true })} to="/login">
            Sign in
          </Link>
        </Actions>
      </LinkFailed>
    );
  }
  if (!link) {
    const incomplete = linkError("incomplete", "recovery");
    return (
      <AuthPage
        title={isIncomplete ? incomplete.title : "Forgotten your password?"}
        lead={
          isIncomplete
            ? `${incomplete.text} Or ask for a new one here.`
            : "Tell us the email you joined with. We send you a link with which you choose a new one."
        }
        aside={ADVICE}
      >
        <EmailForm
          path={RECOVERY_PATH}
          actionData={actionData?.kind === "not-requested" ? actionData : undefined}
          hint="The one you sign in with."
          button="Send me a link"
          back="Back to sign in"
        />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Choose a new password"
      lead="It takes the place of the old one as soon as you press the button."
      aside={ADVICE}
    >
      <ResetForm link={link} actionData={actionData?.kind === "failed" ? actionData : undefined} />
    </AuthPage>
  );
}

function readPasswords(form: FormData) {
  return { password: readText(form, "password"), confirmPassword: readText(form, "confirmPassword") };
}

type Failed = Extract<ResetActionData, { kind: "failed" }>;

/** Posts to the link's URL, so that the action gets its parameters too. */
function ResetForm({ link, actionData }: { link: MailLink; actionData: Failed | undefined }) {
  const { shown, attempt, show, setShown } = useFormErrors(actionData);
  const [{ password, confirmPassword }, setValues] = useState({ password: "", confirmPassword: "" });
  const isBusy = useIsSubmitting(RECOVERY_PATH);
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const values = readPasswords(new FormData(event.currentTarget));
    const current = formErrors(NewPasswordFormSchema, values)?.fields ?? {};
    setValues(values);
    setShown((previous) => previous && { ...previous, message: "", fields: remainingErrors(previous.fields, current) });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const errors = formErrors(NewPasswordFormSchema, readPasswords(new FormData(event.currentTarget)));
    if (!errors) return preventDoubleSubmit(event);
    event.preventDefault();
    show({ kind: "failed", ...errors });
  };

  const fields = shown?.fields ?? {};
  return (
    <>
      {shown?.message && (
        <ErrorSummary
          title={shown.message}
          errors={errorsInOrder(["password", "confirmPassword"], fields)}
          attempt={attempt}
        />
      )}
      <Form
        method="post"
        action={linkSearch(link)}
        replace
        className={formVariants()}
        noValidate
        onInput={onInput}
        onSubmit={onSubmit}
      >
        <NewPasswordFields values={{ password, confirmPassword }} errors={fields} />
        <FormEnd>
          <Actions>
            <Button busy={isBusy} busyLabel="Changing Password...">
              Change password
            </Button>
          </Actions>
        </FormEnd>
      </Form>
    </>
  );
}
