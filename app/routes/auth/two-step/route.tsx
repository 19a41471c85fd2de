import { data } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { Status } from "../../../components/ui/status";
import { BRAND } from "../../../content/brand";
import { apiContext, flashContext, memberContext } from "../../../context";
import type { Factor } from "../../../contract/second-factor";
import { catchActionError } from "../../../forms/catch-action-error";
import { finishSignIn } from "../../../forms/dashboard-redirect";
import { readApiResult } from "../../../lib/api-result.server";
import { errorMessage } from "../../../lib/error-messages";
import { replaceOnReturn } from "../../../navigation/replace-on-return";
import { AuthPage } from "../auth-page";
import { TWO_STEP_SIGN_IN_PATH } from "../path";
import type { Route } from "./+types/route";
import { confirmSignIn } from "./action.server";
import type { TwoStepActionData } from "./action-data";
import { CancelForm, CodeForm, MailForm } from "./forms";
import { OtherWays } from "./other-ways";
import { redirectWithoutPending } from "./redirect.server";
import { chosenFactor } from "./ways";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "One more step",
    description: `The second step of signing in to ${BRAND.name}.`,
    path: TWO_STEP_SIGN_IN_PATH,
    noindex: true,
  });

export async function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(memberContext)) throw await redirectWithoutPending(context);
  const result = await readApiResult(context.get(apiContext).client.account.challenge.$get());
  if (result.ok) {
    const { factors, isEmailSent } = result.data;
    const flash = context.get(flashContext).consume();
    return { kind: "ready" as const, factors, factor: chosenFactor(url, factors), isEmailSent, flash };
  }
  const { error } = result;
  if (error.type === "session_missing") throw await redirectWithoutPending(context);
  const message = errorMessage(error, "Something went wrong on our side. Try again.");
  return data({ kind: "failed" as const, message }, { status: error.code });
}

export function action({ request, context }: Route.ActionArgs) {
  return confirmSignIn(request, context);
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return replaceOnReturn(request, serverLoader);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  try {
    return await catchActionError<TwoStepActionData>(serverAction, (message) => ({
      message,
      fieldError: "",
      typed: "",
    }));
  } catch (thrown) {
    await finishSignIn(thrown, request.signal);
    throw thrown;
  }
}

const TITLE = "One more step";
const HELP = {
  title: "Why there is a second step",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>You switched on two-step sign-in, so a password alone opens nothing.</li>
      <li>Each code works once. Tell it to nobody: we never ask for it by phone or message.</li>
      <li>Lost your phone? A recovery code takes the place of the app.</li>
    </ul>
  ),
};

const LEADS: Readonly<Record<Factor, string>> = {
  totp: `Open your authenticator app, and enter the code that it shows for ${BRAND.name}.`,
  email: "Enter the code that we sent to the email of your account. Only the newest one works.",
  recoveryCode: "Enter one of the recovery codes that you kept when you switched on two-step sign-in.",
};

export default function TwoStepSignIn({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === "failed") {
    return (
      <AuthPage title={TITLE} lead={loaderData.message} aside={HELP}>
        <CancelForm />
      </AuthPage>
    );
  }
  const { factors, factor, isEmailSent, flash } = loaderData;
  if (!factor) {
    return (
      <AuthPage
        title={TITLE}
        lead={`This account has two-step sign-in, but no way to confirm it is you. Write to ${BRAND.email}, and we help you in.`}
        aside={HELP}
      >
        <CancelForm />
      </AuthPage>
    );
  }
  const isMailNeeded = factor === "email" && !isEmailSent;
  const isMailSent = flash === "factor-mail-sent" && !actionData;
  const lead = isMailNeeded ? "We send a code to the email of your account." : LEADS[factor];
  return (
    <AuthPage title={TITLE} lead={lead} aside={HELP} isResult={isMailSent}>
      {isMailSent && (
        <Status tone="note" place="form">
          A mail with a code is on its way.
        </Status>
      )}
      {flash === "existing-account" && (
        <Status tone="note" place="form">
          <b>You already have an account with this email.</b> Confirm that it is you, and you are signed in to it. A
          file that you chose is not added; you can add it on your dashboard then.
        </Status>
      )}
      {isMailNeeded ? (
        <MailForm actionData={actionData} />
      ) : (
        <CodeForm key={factor} factor={factor} actionData={actionData} />
      )}
      <OtherWays factors={factors} current={factor} />
    </AuthPage>
  );
}
