// The layout of a page with a form: the form on the left and, where there is room, an aside on a background of cloth.
import type { ReactNode } from "react";
import { Sunrise, SunriseDefs } from "../../components/motif/sunrise";
import { useFocusOnResult } from "../../components/ui/use-focus-on-result";

export interface AuthPageProps {
  title: string;
  lead: ReactNode;
  aside: { title: string; children: ReactNode };
  /** True when the page shows the result of a form: the heading takes focus, so that screen readers read it. */
  isResult?: boolean;
  children: ReactNode;
}

export function AuthPage({ title, lead, aside, isResult = false, children }: AuthPageProps) {
  const heading = useFocusOnResult<HTMLHeadingElement>(isResult || null);
  return (
    <div className="@container">
      <div className="page-width grid grid-cols-1 gap-10 pt-form-page pb-section @wide:grid-cols-form @wide:items-start @wide:gap-form-aside">
        <div>
          <h1 ref={heading} tabIndex={isResult ? -1 : undefined}>
            {title}
          </h1>
          <p className="prose mt-3 max-w-form text-lg text-ink-soft">{lead}</p>
          {children}
        </div>
        {/* The container query is in rem: with larger text, the form needs the room of the aside. */}
        <aside
          className="cloth hidden text-pretty @wide:sticky @wide:top-26 @wide:block @wide:overflow-hidden @wide:p-[clamp(1rem,2.2vw,2rem)] print:hidden"
          aria-labelledby="next"
        >
          <h2 id="next" className="text-2xl">
            {aside.title}
          </h2>
          {aside.children}
          <SunriseDefs />
          <Sunrise className="mt-6 -mb-8 ml-8 w-form" />
        </aside>
      </div>
    </div>
  );
}
