import type { ReactNode } from "react";

interface PersonProps {
  as?: "div" | "figcaption";
  name: string;
  avatar?: ReactNode;
  /** The line below the name: a role, or a date. */
  children: ReactNode;
}

/** A person: avatar, name, and a line about them. */
export function Person({ as: Tag = "div", name, avatar, children }: PersonProps) {
  return (
    <Tag className="flex min-w-0 items-center gap-3.5 self-start">
      {avatar}
      <span className="block text-sm/snug text-ink-soft">
        <b className="block text-ui/snug text-ink">{name}</b>
        {children}
      </span>
    </Tag>
  );
}
