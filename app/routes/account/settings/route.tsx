import { Suspense } from "react";
import { Await, data, Link } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { linkVariants } from "../../../components/ui/link-variants";
import { Loading } from "../../../components/ui/loading";
import { BRAND } from "../../../content/brand";
import { apiContext, disableStreamingContext, flashContext } from "../../../context";
import type { FlashKind } from "../../../contract/flash";
import { catchActionError } from "../../../forms/catch-action-error";
import { readApiResult } from "../../../lib/api-result.server";
import { useUntilNavigation } from "../../../navigation/use-until-navigation";
import { useRootData } from "../../../root";
import { type AccountState, toAccountState } from "../account-state";
import { requireMember, secondStepRedirect, sessionEndedRedirect } from "../member.server";
import { NotLoaded } from "../not-loaded";
import { SessionEnded } from "../session-ended";
import type { Route } from "./+types/route";
import { changeSetting, SESSION_GONE, SUCCESS_KINDS } from "./action.server";
import type { SettingsActionData } from "./action-data";
import { DeletionSection, ExportSection } from "./data-sections";
import { EmailSection } from "./email-section";
import { INTENT, INTENTS, SETTINGS_PATH } from "./form-data";
import { NameSection, PasswordSection, PhoneSection } from "./forms";
import { SessionsSection } from "./sessions-section";
import { type SessionsState, toSessionsState } from "./sessions-state";
import type { Success } from "./setting-form";
import { type TwoStepState, toTwoStepState } from "./two-step/state";
import { TwoStepSection } from "./two-step-section";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Account settings",
    description: `Your name, phone and password at ${BRAND.name}, where you are signed in, and what we hold about you.`,
    path: SETTINGS_PATH,
    noindex: true,
  });

/** Only checks the session cookie before the page is sent, as on the dashboard. Account and sessions stream in. */
export async function loader({ context }: Route.LoaderArgs) {
  requireMember(context);
  const success = toSuccess(context.get(flashContext).consume());
  const { client } = context.get(apiContext);
  const account = readApiResult(client.account.$get()).then(toAccountState);
  const sessions = readApiResult(client.account.sessions.$get()).then((result) => toSessionsState(result, new Date()));
  const twoStep = readApiResult(client.account["second-factor"].$get()).then(toTwoStepState);
  if (!context.get(disableStreamingContext)) return { success, isStreamed: true, account, sessions, twoStep };

  const states = await Promise.all([account, sessions, twoStep]);
  if (states[0].kind === "lacks-factor") throw secondStepRedirect();
  if (states.some(({ kind }) => kind === "ended")) throw sessionEndedRedirect();
  // The types include promises, so that both returns have the same loader data.
  const loaded: {
    account: AccountState | Promise<AccountState>;
    sessions: SessionsState | Promise<SessionsState>;
    twoStep: TwoStepState | Promise<TwoStepState>;
  } = { account: states[0], sessions: states[1], twoStep: states[2] };
  return data({ success, isStreamed: false, ...loaded }, { status: states[0].kind === "failed" ? 503 : 200 });
}

function toSuccess(flash: FlashKind | null): Success | null {
  if (flash === SESSION_GONE) return { intent: "session", wasMissing: true };
  const intent = INTENTS.find((known) => SUCCESS_KINDS[known] === flash);
  return intent ? { intent } : null;
}

export function action({ request, context }: Route.ActionArgs) {
  return changeSetting({ request, context });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = INTENTS.find((known) => known === form.get(INTENT)) ?? null;
  const toActionData = (message: string): SettingsActionData => ({
    intent,
    message,
    fields: {},
    typed: {},
    session: null,
    isPasswordAsked: false,
  });
  return catchActionError(serverAction, toActionData, intent !== "session");
}

export default function Settings({ loaderData, actionData: latestActionData }: Route.ComponentProps) {
  const { success: latestSuccess, isStreamed, account, ...states } = loaderData;
  const success = useUntilNavigation(latestSuccess);
  const actionData = useUntilNavigation(latestActionData);
  return (
    <>
      {isStreamed && (
        // Streamed content needs JavaScript to appear. Without it, this loads the page again, rendered completely.
        <noscript>
          <meta httpEquiv="refresh" content="0;url=?whole" />
        </noscript>
      )}
      <section className="cloth hem pt-9 pb-13">
        <div className="page-width">
          <h1>Account settings</h1>
          <p className="mt-1.5 text-lg text-ink-soft">
            How you sign in, where you are signed in, and what we hold about you.
          </p>
          <Link className={linkVariants({ standalone: true, className: "mt-3" })} to="/dashboard">
            Back to your dashboard
          </Link>
        </div>
      </section>
      <div className="page-width pt-4 pb-section">
        <Suspense fallback={<Loading />}>
          <Await resolve={account}>
            {(state) => <Content state={state} {...states} success={success} actionData={actionData} />}
          </Await>
        </Suspense>
      </div>
    </>
  );
}

interface ContentProps {
  state: AccountState;
  sessions: SessionsState | Promise<SessionsState>;
  twoStep: TwoStepState | Promise<TwoStepState>;
  success: Success | null;
  actionData: SettingsActionData | undefined;
}

function Content({ state, sessions, twoStep, success, actionData }: ContentProps) {
  const name = useRootData()?.member?.name ?? "";
  if (state.kind === "ended") return <SessionEnded />;
  if (state.kind === "lacks-factor") return <SessionEnded lacksFactor />;
  // After a failed action the forms are shown even when the account could not be loaded: they have the input.
  if (state.kind === "failed" && !actionData) {
    return <NotLoaded title="Your settings did not load" message={state.message} path={SETTINGS_PATH} isSection />;
  }
  const member = state.kind === "member" ? state : null;
  const email = member?.user.email ?? "";
  const formProps = { actionData, success };
  return (
    <>
      {member && <EmailSection user={member.user} />}
      <NameSection name={member?.user.name ?? name} {...formProps} />
      <PhoneSection phone={member?.profile?.phone ?? member?.user.phone ?? ""} email={email} {...formProps} />
      <PasswordSection email={email} {...formProps} />
      <TwoStepSection state={twoStep} />
      <SessionsSection state={sessions} email={email} {...formProps} />
      <ExportSection />
      <DeletionSection />
    </>
  );
}
