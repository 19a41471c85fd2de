import type { ReactNode } from "react";
import {
  ContributionsDiagram,
  MentorshipDiagram,
  ProgramsDiagram,
  ProjectsDiagram,
  ReachDiagram,
  YearDiagram,
} from "../motif/diagrams";

/** Six reasons, no two of the same shape in a row: one on cloth, four with a diagram, one as a strip of a year. */
export function Features() {
  return (
    <section className="page section-end" aria-labelledby="features">
      <h2 id="features">Made for people who have classes on Monday</h2>
      <ul className="features bare">
        <li className="feature feature-lead cloth">
          <ContributionsDiagram />
          <div>
            <h3>Flexible Contributions</h3>
            <p className="soft">
              Give five hours a week or thirty. Take payment, equity shares, or some of both. What each person gives and
              gets is best written down before the work starts.
            </p>
            <p className="key">
              <span>
                <i />
                Payment
              </span>
              <span>
                <i className="k2" />
                Equity shares
              </span>
            </p>
          </div>
        </li>
        <Feature title="Collaborative Projects" diagram={<ProjectsDiagram />}>
          <p>A designer in Nashik, a coder in Nagpur, a first buyer in Pune: one team.</p>
        </Feature>
        <Feature title="Student Programs" diagram={<ProgramsDiagram />}>
          <p>From first pitch to working prototype in one semester, beside your classes.</p>
        </Feature>
        <Feature title="Expert Mentorship" diagram={<MentorshipDiagram />}>
          <p>One person who knows the way, an hour at a time, for as long as you need it.</p>
        </Feature>
        <Feature title="Global Reach" diagram={<ReachDiagram />}>
          <p>Teams run from Accra to Pune. When it is half past two here:</p>
          <dl className="clock">
            <dt>09:00</dt>
            <dd>Accra</dd>
            <dt>10:00</dt>
            <dd>Lagos</dd>
            <dt>12:00</dt>
            <dd>Kampala</dd>
          </dl>
        </Feature>
        <li className="feature feature-wide">
          <div>
            <h3>Flexible Timeline</h3>
            <p>
              Three weeks or three years. The gaps in this year are exams: you stop, you come back, and the team has
              planned for it.
            </p>
          </div>
          <YearDiagram />
        </li>
      </ul>
    </section>
  );
}

interface FeatureProps {
  title: string;
  diagram: ReactNode;
  children: ReactNode;
}

function Feature({ title, diagram, children }: FeatureProps) {
  return (
    <li className="feature">
      {diagram}
      <h3>{title}</h3>
      <div>{children}</div>
    </li>
  );
}
