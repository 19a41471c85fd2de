import type { ReactNode } from "react";
import { Sunrise } from "./motif/sunrise";

interface ClosingProps {
  title: string;
  lead: string;
  /** The ways on: one primary button, and what stands beside it. */
  children: ReactNode;
}

/** The end of a page: one claim, its buttons, and the sunrise that mirrors the hero's. Needs `SunriseDefs` on the page. */
export function Closing({ title, lead, children }: ClosingProps) {
  return (
    <section className="closing cloth">
      <Sunrise />
      <div className="page">
        <h2>{title}</h2>
        <p className="lead">{lead}</p>
        <div className="actions">{children}</div>
      </div>
    </section>
  );
}
