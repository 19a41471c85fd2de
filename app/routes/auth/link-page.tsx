// What the pages behind our mailed links have in common: the way on, and what is said when a link does not work.

import type { ReactNode } from "react";
import { Link } from "react-router";
import { Actions } from "../../components/ui/actions";
import { buttonVariants } from "../../components/ui/button";
import { linkVariants } from "../../components/ui/link-variants";
import { useRootData } from "../../root";
import { AuthPage, type AuthPageProps } from "./auth-page";
import type { LinkError } from "./mail-link";

/**
 * Where somebody goes from such a page: a member to the dashboard, a guest to the sign-in page.
 * @param isSecond true where something else on the page is the main way on
 */
export function NextStep({ isSecond = false }: { isSecond?: boolean }) {
  const member = useRootData()?.member;
  return (
    <Actions as="p" className={isSecond ? "mt-4" : "mt-8"}>
      <Link
        className={isSecond ? linkVariants({ standalone: true }) : buttonVariants()}
        to={member ? "/dashboard" : "/login"}
      >
        {member ? "Go to your dashboard" : "Sign in"}
      </Link>
      <Link className={linkVariants({ standalone: true })} to="/">
        Go to the home page
      </Link>
    </Actions>
  );
}

interface LinkFailedProps extends Pick<AuthPageProps, "aside" | "isResult"> {
  problem: LinkError;
  /** What to do beyond what the problem says. */
  advice?: string | undefined;
  /** A way on to a link that works, where there is one; it stands instead of the usual one. */
  children?: ReactNode;
}

/** Says why a link led nowhere. */
export function LinkFailed({ problem, advice, children, ...page }: LinkFailedProps) {
  return (
    <AuthPage title={problem.title} lead={advice ? `${problem.text} ${advice}` : problem.text} {...page}>
      {children || <NextStep />}
    </AuthPage>
  );
}

/** Where a local run's mail is; nothing on a deployment. */
export function LocalMailbox() {
  if (!useRootData()?.config.hasMailbox) return null;
  return (
    <p className="mt-4 prose">
      This is a local run: its mail is read at <a href="/__mailbox">/__mailbox</a>.
    </p>
  );
}
