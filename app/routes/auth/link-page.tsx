// The pages that a mailed link opens: one thing to do, or one thing to know and the way on.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useRootData } from "../../root";
import type { LinkProblem } from "./mail-link";

/** A page with one message and the ways on from it. */
export function LinkPage({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <section className="page section">
      <h1>{title}</h1>
      <p className="lead soft prose">{text}</p>
      {children}
    </section>
  );
}

/** Where somebody goes from a link page: a member to the dashboard, a guest to the sign-in page. */
export function WayOn() {
  const member = useRootData()?.member;
  return (
    <p className="actions mt-8">
      <Link className="button button-primary" to={member ? "/dashboard" : "/login"}>
        {member ? "Go to your dashboard" : "Sign in"}
      </Link>
      <Link className="quiet" to="/">
        Go to the home page
      </Link>
    </p>
  );
}

export function LinkFailed({ problem }: { problem: LinkProblem }) {
  return (
    <LinkPage title={problem.title} text={problem.text}>
      <WayOn />
    </LinkPage>
  );
}
