// The page around a form for guests: the form on the left, a piece of cloth beside it where there is room.
import type { ReactNode } from "react";
import { Sunrise, SunriseDefs } from "../../components/motif/sunrise";

interface AuthPageProps {
  title: string;
  lead: ReactNode;
  aside: { title: string; children: ReactNode };
  children: ReactNode;
}

export function AuthPage({ title, lead, aside, children }: AuthPageProps) {
  return (
    <div className="page form-page">
      <div>
        <h1>{title}</h1>
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
  );
}
