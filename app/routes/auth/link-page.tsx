// What the pages behind our mailed links have in common: the way on, and what is said when a link does not work.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useRootData } from "../../root";
import { AuthPage, type AuthPageProps } from "./auth-page";
import type { LinkProblem } from "./mail-link";

/** Where somebody goes from such a page: a member to the dashboard, a guest to the sign-in page. */
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

interface LinkFailedProps extends Pick<AuthPageProps, "aside" | "isResult"> {
  problem: LinkProblem;
  /** A way on to a link that works, where there is one; it stands instead of the usual one. */
  children?: ReactNode;
}

/** Says why a link led nowhere. */
export function LinkFailed({ problem, children, ...page }: LinkFailedProps) {
  return (
    <AuthPage title={problem.title} lead={problem.text} {...page}>
      {children ? <p className="actions mt-8">{children}</p> : <WayOn />}
    </AuthPage>
  );
}
