import type { ReactNode } from "react";

interface SettingSectionProps {
  /** The section's address on the page; its heading's id derives from it. */
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** One matter of the account settings: what it is on the left, what can be done about it beside it where there is room. */
export function SettingSection({ id, title, lead, children }: SettingSectionProps) {
  return (
    <section className="setting" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <p className="soft">{lead}</p>
      </header>
      <div>{children}</div>
    </section>
  );
}
