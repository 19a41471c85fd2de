import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

/** The classes of such a row, for a form that is one. */
export const ACTIONS = "flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3 print:hidden";

interface ActionsProps {
  as?: "div" | "p";
  className?: string;
  children: ReactNode;
}

/** What somebody can do next: buttons and links in a row, which breaks where it must. Not on paper. */
export function Actions({ as: Tag = "div", className, children }: ActionsProps) {
  return <Tag className={cx(ACTIONS, className)}>{children}</Tag>;
}
