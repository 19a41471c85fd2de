// The page around a form for guests: the form on the left, a piece of cloth beside it where there is room.
import { type ReactNode, useEffect, useRef } from "react";
import "../../styles/forms.css";
import { Sunrise, SunriseDefs } from "../../components/motif/sunrise";

export interface AuthPageProps {
  title: string;
  lead: ReactNode;
  aside: { title: string; children: ReactNode };
  /** True when this takes the place of a form that was just sent: the heading says how it went, so it is read first. */
  isResult?: boolean;
  children: ReactNode;
}

export function AuthPage({ title, lead, aside, isResult = false, children }: AuthPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isResult) heading.current?.focus();
  }, [isResult]);
  return (
    <div className="form-room">
      <div className="page form-page">
        <div>
          <h1 ref={heading} tabIndex={isResult ? -1 : undefined}>
            {title}
          </h1>
          <p className="lead soft prose">{lead}</p>
          {children}
        </div>
        <aside className="next cloth" aria-labelledby="next">
          <h2 id="next" className="display">
            {aside.title}
          </h2>
          {aside.children}
          <SunriseDefs />
          <Sunrise />
        </aside>
      </div>
    </div>
  );
}
