import { Link, redirect, replace } from "react-router";
import { LogOutForm } from "../../components/log-out-form";
import { PageError } from "../../components/page-error";
import { apiContext } from "../../context";
import { edgeError } from "../../lib/action-failure";
import { readAnswer } from "../../lib/api-answer.server";
import { errorWords } from "../../lib/error-words";
import { forgetUploads } from "../../lib/upload-memory";
import type { Route } from "./+types/log-out";

/** A link or a prefetch must never sign anybody out. */
export function loader() {
  throw redirect("/", 303);
}

/** Ends all sessions. For the person it always succeeds; what the backend did not confirm is the API's to see to. */
export async function action({ context }: Route.ActionArgs) {
  const ended = await readAnswer(context.get(apiContext).client.account.sessions.$delete());
  if (!ended.ok) console.error("the sessions were not ended", ended.error);
  throw replace("/", 303);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (thrown) {
    if (thrown instanceof Response) {
      forgetUploads();
      throw thrown;
    }
    console.warn("the log-out came to no answer", thrown);
    const error = edgeError(thrown);
    throw new StillSignedIn(error ? `${errorWords(error, error.message)} ${KEEPS}` : UNREACHED);
  }
}

const KEEPS = "Until you have logged out, this browser keeps your session.";
const UNREACHED = `We could not be reached. Check your connection, then log out again. ${KEEPS}`;

/** The edge could not be reached, or turned the log-out away; the message says so to the member. */
class StillSignedIn extends Error {}

/** Only when the edge did not get to it: then the cookie is still in this browser, and saying otherwise would be false. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!(error instanceof StillSignedIn)) return <PageError error={error} />;
  return (
    <section className="page section">
      <h1>You are still signed in</h1>
      <p className="lead soft prose">{error.message}</p>
      <div className="actions mt-8">
        <LogOutForm buttonClass="button button-primary" />
        <Link className="quiet" to="/dashboard">
          Back to your dashboard
        </Link>
      </div>
    </section>
  );
}
