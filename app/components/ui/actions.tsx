import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

/** The classes of a row of buttons and links, for a form that is itself such a row. */
export const ACTIONS = "flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3 print:hidden";

interface ActionsProps {
  as?: "div" | "p";
  className?: string;
  children: ReactNode;
}

/** A row of buttons and links. It wraps, and is not printed. */
export function Actions({ as: Tag = "div", className, children }: ActionsProps) {
  return <Tag className={cx(ACTIONS, className)}>{children}</Tag>;
}
