import { Suspense, useEffect } from "react";
import { Await, data, redirect, useLocation, useNavigate } from "react-router";
import { pageMeta } from "../../components/page-meta";
import { Loading } from "../../components/ui/loading";
import { apiContext, flashContext, wholeContext } from "../../context";
import { readAnswer } from "../../lib/api-answer.server";
import type { Route } from "./+types/dashboard";
import "./dashboard.css";
import { type AccountState, toAccountState } from "./account-state";
import { DashboardContent } from "./dashboard-content";
import { requireMember } from "./member.server";
import { NotLoaded } from "./not-loaded";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Dashboard",
    description: "Your Navarambh profile, your file and your account.",
    path: "/dashboard",
    noindex: true,
  });

/** The session cookie alone decides who gets the shell; account and profile follow when the backend has answered. */
export async function loader({ context }: Route.LoaderArgs) {
  requireMember(context);
  const flash = context.get(flashContext).take();
  const account = readAnswer(context.get(apiContext).client.account.$get()).then(toAccountState);
  if (!context.get(wholeContext)) return { flash, isWhole: false, account };

  const state = await account;
  if (state.kind === "ended") throw redirect("/login?ended", 303);
  const settled: AccountState | Promise<AccountState> = state;
  return data({ flash, isWhole: true, account: settled }, { status: state.kind === "failed" ? 503 : 200 });
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { flash, isWhole, account } = loaderData;
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
              return <NotLoaded title="Your dashboard did not load" words={state.words} path="/dashboard" />;
            return <DashboardContent user={state.user} profile={state.profile} flash={flash} />;
          }}
        </Await>
      </Suspense>
    </>
  );
}

function Waiting() {
  return (
    <div className="page section">
      <Loading />
    </div>
  );
}

/** Renders nothing, and leaves for the page that clears the cookie. */
function SessionEnded() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate("/login?ended", { replace: true });
  }, [navigate]);
  return null;
}
