import { Form, Link, redirect, replace, useNavigation } from "react-router";
import { PageError } from "../../components/page-error";
import { Button } from "../../components/ui/button";
import { apiContext } from "../../context";
import { readAnswer } from "../../lib/api-answer.server";
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
    if (thrown instanceof Response) throw thrown;
    console.warn("no answer from the edge", thrown);
    throw new Unreachable();
  }
}

/** The browser could not reach the edge. */
class Unreachable extends Error {}

/** Only when the edge itself could not be reached: then the cookie is still in this browser, and saying otherwise would be false. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isBusy = useNavigation().formAction === "/logout";
  if (!(error instanceof Unreachable)) return <PageError error={error} />;
  return (
    <section className="page section">
      <h1>You are still signed in</h1>
      <p className="lead soft prose">
        We could not be reached, so this browser keeps your session. Check your connection, then log out again.
      </p>
      <Form method="post" action="/logout" replace className="actions mt-8">
        <Button busy={isBusy} busyLabel="Logging out...">
          Logout
        </Button>
        <Link className="quiet" to="/dashboard">
          Back to your dashboard
        </Link>
      </Form>
    </section>
  );
}
