import { Suspense } from "react";
import { Await, data, useLocation } from "react-router";
import { pageMeta } from "../../components/page-meta";
import { Loading } from "../../components/ui/loading";
import { BRAND } from "../../content/brand";
import { apiContext, flashContext, wholeContext } from "../../context";
import { catchActionError } from "../../forms/catch-action-error";
import { readApiResult } from "../../lib/api-result.server";
import type { Route } from "./+types/dashboard";
import { type AccountState, type FileState, toAccountState, toFileState } from "./account-state";
import { DashboardContent } from "./dashboard-content";
import { requireMember, sessionEnded } from "./member.server";
import { NotLoaded } from "./not-loaded";
import { SessionEnded } from "./session-ended";
import { askForVerification } from "./verification.server";
import type { VerificationActionData } from "./verification-notice";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Dashboard",
    description: `Your ${BRAND.name} profile, your file and your account.`,
    path: "/dashboard",
    noindex: true,
  });

/** The session cookie alone decides who gets the shell; account and profile follow when the backend has answered. */
export async function loader({ context }: Route.LoaderArgs) {
  requireMember(context);
  const flash = context.get(flashContext).take();
  const { client } = context.get(apiContext);
  const account = readApiResult(client.account.$get()).then(toAccountState);
  const file = readApiResult(client.profile.file.$get()).then(toFileState);
  if (!context.get(wholeContext)) return { flash, isWhole: false, account, file };

  const [state, fileState] = await Promise.all([account, file]);
  if (state.kind === "ended") throw sessionEnded();
  const settled: AccountState | Promise<AccountState> = state;
  const settledFile: FileState | Promise<FileState> = fileState;
  const status = state.kind === "failed" ? 503 : 200;
  return data({ flash, isWhole: true, account: settled, file: settledFile }, { status });
}

/** The dashboard's one form asks for the mail that proves the address. */
export function action({ request, context }: Route.ActionArgs) {
  return askForVerification(request, context);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const toActionData = (message: string): VerificationActionData => ({ error: message, againInSeconds: 0 });
  const result = await catchActionError<VerificationActionData>(serverAction, toActionData, false);
  return "error" in result ? { ...result, at: Date.now() } : result;
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { flash, isWhole, account, file } = loaderData;
  // A retry is a new location: it shows that it is loading, instead of the failure before it.
  const { key } = useLocation();
  return (
    <>
      {!isWhole && (
        // What streams in late is put in its place by a script; without one, the page asks for itself whole.
        <noscript>
          <meta httpEquiv="refresh" content="0;url=?whole" />
        </noscript>
      )}
      <Suspense fallback={<Waiting />} key={key}>
        <Await resolve={account}>
          {(state) => {
            if (state.kind === "ended") return <SessionEnded />;
            if (state.kind === "failed")
              return <NotLoaded title="Your dashboard did not load" message={state.message} path="/dashboard" />;
            return (
              <DashboardContent
                user={state.user}
                profile={state.profile}
                file={file}
                flash={flash}
                verification={actionData}
              />
            );
          }}
        </Await>
      </Suspense>
    </>
  );
}

function Waiting() {
  return (
    <div className="page-width py-section">
      <Loading />
    </div>
  );
}
