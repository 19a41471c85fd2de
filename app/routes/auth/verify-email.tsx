import { data, Form } from "react-router";
import { pageMeta } from "../../components/page-meta";
import { Button } from "../../components/ui/button";
import { ErrorSummary } from "../../components/ui/error-summary";
import { apiContext } from "../../context";
import { orFailureWords } from "../../lib/action-failure";
import { readAnswer } from "../../lib/api-answer.server";
import { errorWords } from "../../lib/error-words";
import { useOnce } from "../../lib/use-once";
import { usePosting } from "../../lib/use-posting";
import { useShownAnswer } from "../../lib/use-shown-answer";
import type { Route } from "./+types/verify-email";
import { AuthPage } from "./auth-page";
import { LinkFailed, WayOn } from "./link-page";
import { LINK_CUT, type LinkProblem, linkProblem, linkSearch, type MailLink, readMailLink } from "./mail-link";

type VerifyAnswer =
  | { kind: "verified" }
  | { kind: "refused"; problem: LinkProblem }
  /** Nothing is wrong with the link: it can be tried again. */
  | { kind: "failed"; words: string };

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Confirm your email",
    description: "The page that the confirmation mail from Navarambh leads to.",
    path: "/verify-email",
    noindex: true,
  });

/** Opening the link confirms nothing yet: mail programs open links by themselves. */
export function loader({ url }: Route.LoaderArgs) {
  return { link: readMailLink(url.searchParams) };
}

export async function action({ url, context }: Route.ActionArgs) {
  const link = readMailLink(url.searchParams);
  if (!link) return data<VerifyAnswer>({ kind: "refused", problem: LINK_CUT }, { status: 422 });
  const { userId, secret } = link;
  const { client } = context.get(apiContext);
  const verified = await readAnswer(client.account.verification.$put({ json: { userId, secret } }));
  if (verified.ok || verified.error.type === "user_email_already_verified") return { kind: "verified" } as VerifyAnswer;
  const problem = linkProblem(verified.error.type, link, new Date());
  const answer: VerifyAnswer = problem
    ? { kind: "refused", problem }
    : { kind: "failed", words: errorWords(verified.error, "Your email could not be confirmed. Please try again.") };
  return data(answer, { status: verified.error.code });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orFailureWords<VerifyAnswer>(serverAction, (words) => ({ kind: "failed", words }));
}

const WHY = {
  title: "Why we ask",
  children: (
    <ul className="tied">
      <li>A forgotten password finds its way back to you, and to nobody else.</li>
      <li>Nobody joins in your name with an address that is not theirs.</li>
    </ul>
  ),
};

export default function VerifyEmail({ loaderData: { link }, actionData }: Route.ComponentProps) {
  if (actionData?.kind === "verified") {
    return (
      <AuthPage title="Your email is confirmed" lead="Thank you. There is nothing more to do." aside={WHY} isResult>
        <WayOn />
      </AuthPage>
    );
  }
  if (actionData?.kind === "refused") return <LinkFailed problem={actionData.problem} aside={WHY} isResult />;
  if (!link) return <LinkFailed problem={LINK_CUT} aside={WHY} />;
  return (
    <AuthPage
      title="Confirm your email"
      lead="You opened the link in our mail. One press of the button, and we know that the address is yours."
      aside={WHY}
    >
      <ConfirmForm link={link} answer={actionData} />
    </AuthPage>
  );
}

type Failed = Extract<VerifyAnswer, { kind: "failed" }>;

/** Posts to the link's own address, which has all that it takes. */
function ConfirmForm({ link, answer }: { link: MailLink; answer: Failed | undefined }) {
  const { shown, attempt } = useShownAnswer(answer);
  const isBusy = usePosting("/verify-email");
  const once = useOnce(isBusy);
  return (
    <>
      {shown && <ErrorSummary title={shown.words} attempt={attempt} />}
      <Form method="post" action={linkSearch(link)} replace className="actions mt-8" onSubmit={once}>
        <Button busy={isBusy} busyLabel="Confirming...">
          Confirm my email
        </Button>
      </Form>
    </>
  );
}
