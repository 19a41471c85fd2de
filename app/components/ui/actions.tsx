import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

/** The classes of such a row, for a form that is one. */
export const ACTIONS = "flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3 print:hidden";

interface ActionsProps {
  as?: "div" | "p";
  className?: string;
  children: ReactNode;
}

/** A row of buttons and links that wraps where there is no room. It is not printed. */
export function Actions({ as: Tag = "div", className, children }: ActionsProps) {
  return <Tag className={cx(ACTIONS, className)}>{children}</Tag>;
}
