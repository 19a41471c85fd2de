import type { ReactNode } from "react";
import { Sunrise } from "./motif/sunrise";
import { Actions } from "./ui/actions";

interface ClosingProps {
  title: string;
  lead: string;
  /** One primary button, and other links. */
  children: ReactNode;
}

/** The last section of a page: a heading, buttons, and a sunrise as in the page's first section. Needs `SunriseDefs` on the page. */
export function Closing({ title, lead, children }: ClosingProps) {
  return (
    <section className="cloth relative overflow-hidden pt-section pb-66 md:pb-section">
      {/* On wide screens the whole sun is in the corner, and its arcs end before the text. */}
      <Sunrise className="absolute bottom-0 -left-48 w-128 [--width:clamp(36rem,70vw,68rem)] md:left-[calc(6vw-var(--width)/2)] md:w-(--width)" />
      <div className="page-width relative z-1 md:*:ml-[42%]">
        <h2 className="max-w-[11em]">{title}</h2>
        <p className="mt-4.5 mb-8 max-w-128 text-lg text-ink-soft">{lead}</p>
        <Actions>{children}</Actions>
      </div>
    </section>
  );
}
