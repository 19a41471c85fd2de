import { Suspense } from "react";
import { Await, data, useLocation } from "react-router";
import { pageMeta } from "../../components/page-meta";
import { Loading } from "../../components/ui/loading";
import { BRAND } from "../../content/brand";
import { apiContext, disableStreamingContext, flashContext } from "../../context";
import { catchActionError } from "../../forms/catch-action-error";
import { readApiResult } from "../../lib/api-result.server";
import { useUntilNavigation } from "../../navigation/use-until-navigation";
import type { Route } from "./+types/dashboard";
import { type AccountState, type FileState, toAccountState, toFileState } from "./account-state";
import { DashboardContent } from "./dashboard-content";
import { requireMember, secondStepRedirect, sessionEndedRedirect } from "./member.server";
import { NotLoaded } from "./not-loaded";
import { SessionEnded } from "./session-ended";
import { sendVerificationMail } from "./verification.server";
import type { VerificationActionData } from "./verification-notice";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Dashboard",
    description: `Your ${BRAND.name} profile, your file and your account.`,
    path: "/dashboard",
    noindex: true,
  });

/** Only checks the session cookie before the page is sent. Account and file are promises, and stream in when the API has responded. */
export async function loader({ context }: Route.LoaderArgs) {
  requireMember(context);
  const flash = context.get(flashContext).consume();
  const { client } = context.get(apiContext);
  const account = readApiResult(client.account.$get()).then(toAccountState);
  const file = readApiResult(client.profile.file.$get()).then(toFileState);
  if (!context.get(disableStreamingContext)) return { flash, isStreamed: true, account, file };

  const [state, fileState] = await Promise.all([account, file]);
  if (state.kind === "ended") throw sessionEndedRedirect();
  if (state.kind === "lacks-factor") throw secondStepRedirect();
  // The types include promises, so that both returns have the same loader data.
  const loadedAccount: AccountState | Promise<AccountState> = state;
  const loadedFile: FileState | Promise<FileState> = fileState;
  const status = state.kind === "failed" ? 503 : 200;
  return data({ flash, isStreamed: false, account: loadedAccount, file: loadedFile }, { status });
}

/** The only form of the dashboard requests a verification mail. */
export function action({ request, context }: Route.ActionArgs) {
  return sendVerificationMail(request, context);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const toActionData = (message: string): VerificationActionData => ({ error: message, retryAfterSeconds: 0 });
  const result = await catchActionError<VerificationActionData>(serverAction, toActionData, false);
  return "error" in result ? { ...result, receivedAt: Date.now() } : result;
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { isStreamed, account, file } = loaderData;
  const flash = useUntilNavigation(loaderData.flash);
  const verification = useUntilNavigation(actionData);
  // With the location's key, a retry shows the loading state instead of the previous error.
  const { key } = useLocation();
  return (
    <>
      {isStreamed && (
        // Streamed content needs JavaScript to appear. Without it, this loads the page again, rendered completely.
        <noscript>
          <meta httpEquiv="refresh" content="0;url=?whole" />
        </noscript>
      )}
      <Suspense fallback={<LoadingPage />} key={key}>
        <Await resolve={account}>
          {(state) => {
            if (state.kind === "ended") return <SessionEnded />;
            if (state.kind === "lacks-factor") return <SessionEnded lacksFactor />;
            if (state.kind === "failed")
              return <NotLoaded title="Your dashboard did not load" message={state.message} path="/dashboard" />;
            return (
              <DashboardContent
                user={state.user}
                profile={state.profile}
                file={file}
                flash={flash}
                verification={verification}
              />
            );
          }}
        </Await>
      </Suspense>
    </>
  );
}

function LoadingPage() {
  return (
    <div className="page-width py-section">
      <Loading />
    </div>
  );
}
