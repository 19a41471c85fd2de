// What the pages that our mails link to have in common: links to the next page, and the page for an invalid link.

import type { ReactNode } from "react";
import { Link } from "react-router";
import { Actions } from "../../components/ui/actions";
import { buttonVariants } from "../../components/ui/button";
import { linkVariants } from "../../components/ui/link-variants";
import { useRootData } from "../../root";
import { AuthPage, type AuthPageProps } from "./auth-page";
import type { LinkError } from "./mail-link";

/**
 * Links to the next page: the dashboard for a member, the sign-in page for a guest.
 * @param isSecondary true when the page has a main button of its own; these are plain links then
 */
export function NextStep({ isSecondary = false }: { isSecondary?: boolean }) {
  const member = useRootData()?.member;
  return (
    <Actions as="p" className={isSecondary ? "mt-4" : "mt-8"}>
      <Link
        className={isSecondary ? linkVariants({ standalone: true }) : buttonVariants()}
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
  error: LinkError;
  /** Text after that of the error. */
  advice?: string | undefined;
  /** Actions that get a new link. They replace the default `NextStep`. */
  children?: ReactNode;
}

/** The page for a link that does not work. */
export function LinkFailed({ error, advice, children, ...page }: LinkFailedProps) {
  return (
    <AuthPage title={error.title} lead={advice ? `${error.text} ${advice}` : error.text} {...page}>
      {children || <NextStep />}
    </AuthPage>
  );
}

/** A link to the mailbox of the embedded backend; nothing with any other backend. */
export function LocalMailbox() {
  if (!useRootData()?.config.hasMailbox) return null;
  return (
    <p className="mt-4 prose">
      This is a local run: its mail is read at <a href="/__mailbox">/__mailbox</a>.
    </p>
  );
}
