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
import { useRootData } from "../../root";
import type { Route } from "./+types/verify-email";
import { AuthPage } from "./auth-page";
import { LinkFailed, LocalMailbox, NextStep } from "./link-page";
import { isCutLink, type LinkFault, linkError, linkFault, linkSearch, type MailLink, readMailLink } from "./mail-link";
import { RECOVERY_PATH } from "./path";

type VerifyActionData =
  | { kind: "verified" }
  | { kind: "rejected"; fault: LinkFault }
  /** Another mail was asked for. */
  | { kind: "sent" }
  | { kind: "unsent"; message: string }
  /** Nothing is wrong with the link: it can be tried again. */
  | { kind: "failed"; message: string };

const VERIFY_PATH = "/verify-email";
/** The name of the field that asks for another mail. */
const AGAIN = "again";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Confirm your email",
    description: `The page that the confirmation mail from ${BRAND.name} leads to.`,
    path: VERIFY_PATH,
    noindex: true,
  });

/** Opening the link confirms nothing yet: mail programs open links by themselves. */
export function loader({ url }: Route.LoaderArgs) {
  return { link: readMailLink(url.searchParams), isCut: isCutLink(url.searchParams) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  if ((await readForm(request)).has(AGAIN)) return sendAgain(context);
  const link = readMailLink(url.searchParams);
  if (!link) return data<VerifyActionData>({ kind: "rejected", fault: "cut" }, { status: 422 });
  const { userId, secret } = link;
  const { client } = context.get(apiContext);
  const verified = await readApiResult(client.account.verification.$put({ json: { userId, secret } }));
  if (verified.ok || verified.error.type === "user_email_already_verified")
    return { kind: "verified" } as VerifyActionData;
  const fault = linkFault(verified.error.type, link, new Date());
  if (fault && (await isVerifiedMember(context, userId))) return { kind: "verified" } as VerifyActionData;
  const actionData: VerifyActionData = fault
    ? { kind: "rejected", fault }
    : { kind: "failed", message: errorMessage(verified.error, "Your email could not be confirmed. Please try again.") };
  return data(actionData, { status: verified.error.code });
}

type Context = Route.ActionArgs["context"];

/** True when the link is that of the member who is signed in here, and has nothing left to do. */
async function isVerifiedMember(context: Context, userId: string): Promise<boolean> {
  if (context.get(memberContext)?.id !== userId) return false;
  const account = await readApiResult(context.get(apiContext).client.account.$get());
  return account.ok && account.data.user?.emailVerified === true;
}

async function sendAgain(context: Context) {
  const sent = await readApiResult(context.get(apiContext).client.account.verification.$post());
  if (sent.ok) return { kind: "sent" } as VerifyActionData;
  if (sent.error.type === "user_email_already_verified") return { kind: "verified" } as VerifyActionData;
  const message = errorMessage(sent.error, "The mail could not be sent. Please try again.");
  return data<VerifyActionData>({ kind: "unsent", message }, { status: sent.error.code });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const kind = (await request.clone().formData()).has(AGAIN) ? "unsent" : "failed";
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

const OPEN_THE_LINK = "Open the link in the mail that we sent you. If there is none, we send you another one.";

export default function VerifyEmail({ loaderData: { link, isCut }, actionData }: Route.ComponentProps) {
  const isMember = Boolean(useRootData()?.member);
  if (actionData?.kind === "verified") {
    return (
      <AuthPage title="Your email is confirmed" lead="Thank you. There is nothing more to do." aside={WHY} isResult>
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
  // Before what the address says: it may still be that of a link which did not work, since a failed action loads nothing anew.
  if (actionData?.kind === "unsent") {
    return (
      <AuthPage title="Confirm your email" lead={OPEN_THE_LINK} aside={WHY}>
        <AgainForm actionData={actionData} />
      </AuthPage>
    );
  }
  if (actionData?.kind === "rejected" || isCut) {
    const fault = actionData?.kind === "rejected" ? actionData.fault : "cut";
    return (
      <LinkFailed
        problem={linkError(fault, "verification")}
        advice={isMember ? undefined : "For a new one, sign in and ask for it on your dashboard."}
        aside={WHY}
        isResult={actionData !== undefined}
      >
        {isMember && <AgainForm />}
      </LinkFailed>
    );
  }
  if (link) {
    return (
      <AuthPage
        title="Confirm your email"
        lead="You opened the link in our mail. One press of the button, and we know that the address is yours."
        aside={WHY}
      >
        <ConfirmForm link={link} actionData={actionData} />
        {!isMember && <NotMine />}
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Confirm your email"
      lead={
        isMember
          ? OPEN_THE_LINK
          : "Open the link in the mail that we sent you. If there is none, sign in and ask for it on your dashboard."
      }
      aside={WHY}
    >
      {isMember ? <AgainForm /> : <NextStep />}
    </AuthPage>
  );
}

/** For whoever never joined: somebody else did with this address, and is signed in somewhere. */
function NotMine() {
  return (
    <p className="prose mt-8">
      You did not join {BRAND.name} yourself? Then do not press it, but{" "}
      <Link to={RECOVERY_PATH}>choose a password</Link>: that makes the account yours, and signs everybody else out.
    </p>
  );
}

/** Asks for another mail, from whatever address the page has: the link in it is no longer needed. */
function AgainForm({ actionData }: { actionData?: Unsuccessful<"unsent"> }) {
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
        <input type="hidden" name={AGAIN} value="yes" />
        <Button busy={isBusy} busyLabel="Sending...">
          Send me a new link
        </Button>
      </Form>
      <NextStep isSecond />
    </>
  );
}

type Unsuccessful<Kind> = Extract<VerifyActionData, { kind: Kind }>;

/** Posts to the link's own address, which has all that it takes. */
function ConfirmForm({ link, actionData }: { link: MailLink; actionData: Unsuccessful<"failed"> | undefined }) {
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
