import { data, Form, Link } from "react-router";
import { pageMeta } from "../../components/page-meta";
import { ACTIONS } from "../../components/ui/actions";
import { Button } from "../../components/ui/button";
import { ErrorSummary } from "../../components/ui/error-summary";
import { BRAND } from "../../content/brand";
import { apiContext, memberContext } from "../../context";
import { catchActionError } from "../../forms/catch-action-error";
import { readForm } from "../../forms/read-form.server";
import { useFormErrors } from "../../forms/use-form-errors";
import { useIsSubmitting } from "../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import { readApiResult } from "../../lib/api-result.server";
import { errorMessage } from "../../lib/error-messages";
import { useUntilNavigation } from "../../navigation/use-until-navigation";
import { useRootData } from "../../root";
import type { Route } from "./+types/verify-email";
import { AuthPage } from "./auth-page";
import { LinkFailed, LocalMailbox, NextStep } from "./link-page";
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

type VerifyActionData =
  | { kind: "verified" }
  /** The link does not work. */
  | { kind: "rejected"; fault: LinkFault }
  /** A new mail was sent. */
  | { kind: "sent" }
  | { kind: "unsent"; message: string }
  /** The error is not about the link: the form can be submitted again. */
  | { kind: "failed"; message: string };

const VERIFY_PATH = "/verify-email";
/** The name of the hidden input in the form that requests a new mail. */
const RESEND_FIELD = "again";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Confirm your email",
    description: `The page that the confirmation mail from ${BRAND.name} leads to.`,
    path: VERIFY_PATH,
    noindex: true,
  });

/** The loader only reads the link. Mail programs open links by themselves, so verifying the e-mail takes a submit. */
export function loader({ url }: Route.LoaderArgs) {
  return { link: readMailLink(url.searchParams), isIncomplete: isIncompleteLink(url.searchParams) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  if ((await readForm(request)).has(RESEND_FIELD)) return resendMail(context);
  const link = readMailLink(url.searchParams);
  if (!link) return data<VerifyActionData>({ kind: "rejected", fault: "incomplete" }, { status: 422 });
  const { userId, secret } = link;
  // It is not sent: wrong secrets are counted, and the next link would have to wait.
  if (hasExpired(link, new Date()) && !(await isVerifiedMember(context, userId)))
    return data<VerifyActionData>({ kind: "rejected", fault: "expired" }, { status: 401 });
  const { client } = context.get(apiContext);
  const result = await readApiResult(client.account.verification.$put({ json: { userId, secret } }));
  if (result.ok || result.error.type === "user_email_already_verified") return { kind: "verified" } as VerifyActionData;
  const fault = linkFault(result.error.type, link, new Date());
  if (fault && (await isVerifiedMember(context, userId))) return { kind: "verified" } as VerifyActionData;
  const actionData: VerifyActionData = fault
    ? { kind: "rejected", fault }
    : { kind: "failed", message: errorMessage(result.error, "Your email could not be confirmed. Please try again.") };
  return data(actionData, { status: result.error.code });
}

type Context = Route.ActionArgs["context"];

/** True when the link belongs to the signed-in member and their e-mail is verified already. */
async function isVerifiedMember(context: Context, userId: string): Promise<boolean> {
  if (context.get(memberContext)?.id !== userId) return false;
  const account = await readApiResult(context.get(apiContext).client.account.$get());
  return account.ok && account.data.user?.emailVerified === true;
}

async function resendMail(context: Context) {
  const result = await readApiResult(context.get(apiContext).client.account.verification.$post());
  if (result.ok) return { kind: "sent" } as VerifyActionData;
  if (result.error.type === "user_email_already_verified") return { kind: "verified" } as VerifyActionData;
  const message = errorMessage(result.error, "The mail could not be sent. Please try again.");
  return data<VerifyActionData>({ kind: "unsent", message }, { status: result.error.code });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const kind = (await request.clone().formData()).has(RESEND_FIELD) ? "unsent" : "failed";
  return catchActionError<VerifyActionData>(serverAction, (message) => ({ kind, message }), false);
}

const WHY = {
  title: "Why we ask",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>If you forget your password, the link for a new one reaches you, and nobody else.</li>
      <li>Nobody joins in your name with an address that is not theirs.</li>
    </ul>
  ),
};

const OPEN_LINK_TEXT = "Open the link in the mail that we sent you. If there is none, we send you another one.";

export default function VerifyEmail({ loaderData, actionData: latestActionData }: Route.ComponentProps) {
  const { link, isIncomplete } = loaderData;
  const actionData = useUntilNavigation(latestActionData);
  const member = useRootData()?.member;
  const isMember = Boolean(member);
  const isOthersLink = link !== null && isMember && link.userId !== member?.id;
  if (actionData?.kind === "verified") {
    return (
      <AuthPage
        title={isOthersLink ? "The email is confirmed" : "Your email is confirmed"}
        lead={
          isOthersLink
            ? `It is that of another account. You are signed in here as ${member?.name}.`
            : "Thank you. There is nothing more to do."
        }
        aside={WHY}
        isResult
      >
        <NextStep />
      </AuthPage>
    );
  }
  if (actionData?.kind === "sent") {
    return (
      <AuthPage
        title="Look into your mail"
        lead="A new mail is on its way to the address of your account. Its link works for one hour."
        aside={WHY}
        isResult
      >
        <LocalMailbox />
        <NextStep />
      </AuthPage>
    );
  }
  // This comes before the checks of the loader data, which may be those of an earlier link: after a failed action React Router does not
  // call the loader again.
  if (actionData?.kind === "unsent") {
    return (
      <AuthPage title="Confirm your email" lead={OPEN_LINK_TEXT} aside={WHY}>
        <ResendForm actionData={actionData} />
      </AuthPage>
    );
  }
  if (actionData?.kind === "rejected" || isIncomplete) {
    const fault = actionData?.kind === "rejected" ? actionData.fault : "incomplete";
    // The button mails the member who is signed in, so it is not offered for the link of another account. A damaged link may have a wrong id.
    const canResend = isMember && (fault === "damaged" || !isOthersLink);
    return (
      <LinkFailed
        error={linkError(fault, "verification")}
        advice={canResend ? undefined : adviceAfter(fault, isMember)}
        aside={WHY}
        isResult={actionData !== undefined}
      >
        {canResend && <ResendForm />}
      </LinkFailed>
    );
  }
  if (link) {
    return (
      <AuthPage
        title="Confirm your email"
        lead={
          isOthersLink
            ? `This link is for another account than that of ${member?.name}, which is signed in here. The button confirms the other account's email.`
            : "You opened the link in our mail. One press of the button, and we know that the address is yours."
        }
        aside={WHY}
      >
        <VerifyForm link={link} actionData={actionData} />
        {(!isMember || isOthersLink) && <NotYourAccount />}
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Confirm your email"
      lead={
        isMember
          ? OPEN_LINK_TEXT
          : "Open the link in the mail that we sent you. If there is none, sign in and ask for it on your dashboard."
      }
      aside={WHY}
    >
      {isMember ? <ResendForm /> : <NextStep />}
    </AuthPage>
  );
}

/** Where to get a new link, for somebody who cannot request it on this page: a guest, or the member of another account. */
function adviceAfter(fault: LinkFault, isOtherMember: boolean): string {
  if (isOtherMember) {
    return "This link is not for the account that is signed in here. For a new one, sign in to the other account and ask for it on the dashboard.";
  }
  return fault === "used"
    ? "If your dashboard still asks for it, get a new link there."
    : "For a new one, sign in and ask for it on your dashboard.";
}

/** For a visitor who never joined: somebody else has created an account with their e-mail. */
function NotYourAccount() {
  return (
    <p className="prose mt-8">
      You did not join {BRAND.name} yourself? Then do not press it, but{" "}
      <Link to={RECOVERY_PATH}>choose a password</Link>: that makes the account yours, and signs everybody else out.
    </p>
  );
}

/** Requests a new mail. It posts to the path without the query, since the old link is no longer needed. */
function ResendForm({ actionData }: { actionData?: FailedActionData<"unsent"> }) {
  const { shown, attempt } = useFormErrors(actionData);
  const isBusy = useIsSubmitting(VERIFY_PATH);
  return (
    <>
      {shown && <ErrorSummary title={shown.message} attempt={attempt} />}
      <Form
        method="post"
        action={VERIFY_PATH}
        replace
        className={`${ACTIONS} mt-8`}
        onSubmit={usePreventDoubleSubmit(isBusy)}
      >
        <input type="hidden" name={RESEND_FIELD} value="yes" />
        <Button busy={isBusy} busyLabel="Sending...">
          Send me a new link
        </Button>
      </Form>
      <NextStep isSecondary />
    </>
  );
}

type FailedActionData<Kind> = Extract<VerifyActionData, { kind: Kind }>;

/** Posts to the link's URL, so that the action gets its parameters. */
function VerifyForm({ link, actionData }: { link: MailLink; actionData: FailedActionData<"failed"> | undefined }) {
  const { shown, attempt } = useFormErrors(actionData);
  const isBusy = useIsSubmitting(VERIFY_PATH);
  return (
    <>
      {shown && <ErrorSummary title={shown.message} attempt={attempt} />}
      <Form
        method="post"
        action={linkSearch(link)}
        replace
        className={`${ACTIONS} mt-8`}
        onSubmit={usePreventDoubleSubmit(isBusy)}
      >
        <Button busy={isBusy} busyLabel="Confirming...">
          Confirm my email
        </Button>
      </Form>
    </>
  );
}
