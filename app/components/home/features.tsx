import { cx } from "class-variance-authority";
import { Fragment, type ReactNode } from "react";
import {
  ContributionsDiagram,
  type DiagramProps,
  MentorshipDiagram,
  ProgramsDiagram,
  ProjectsDiagram,
  ReachDiagram,
  YearDiagram,
} from "../motif/diagrams";

/** The local times when it is 14:30 in India. */
const CLOCKS = [
  ["09:00", "Accra"],
  ["10:00", "Lagos"],
  ["12:00", "Kampala"],
] as const;

/** The six features. Their layouts differ: one on a dark background, four with a diagram, one with a strip of the year. */
export function Features() {
  return (
    <section className="page-width pb-section" aria-labelledby="features">
      <h2 id="features">Made for people who have classes on Monday</h2>
      <ul className="mt-10 grid grid-cols-1 gap-x-10 md:grid-cols-6">
        <li className="cloth mb-6 p-6 md:col-span-full md:grid md:grid-cols-ornament md:items-center md:gap-10 md:p-10 lg:col-span-4 lg:mb-10">
          <ContributionsDiagram className="mx-auto mt-2 mb-6 w-[min(13rem,70%)] md:order-2 md:m-0 md:w-full" />
          <div>
            <h3 className="text-2xl">Flexible Contributions</h3>
            <p className="mt-2.5 text-ink-soft lg:mt-1.5">
              Give five hours a week or thirty. Take payment, equity shares, or some of both. What each person gives and
              gets is best written down before the work starts.
            </p>
            <p className="mt-4.5 flex flex-wrap gap-x-5 gap-y-1 text-sm/body text-ink-soft">
              <Key>Payment</Key>
              <Key isSun>Equity shares</Key>
            </p>
          </div>
        </li>
        <Feature
          title="Collaborative Projects"
          diagram={ProjectsDiagram}
          text="A designer in Nashik, a coder in Nagpur, a first buyer in Pune: one team."
        />
        <Feature
          title="Student Programs"
          diagram={ProgramsDiagram}
          text="From first pitch to working prototype in one semester, beside your classes."
        />
        <Feature
          title="Expert Mentorship"
          diagram={MentorshipDiagram}
          text="One person who knows the way, an hour at a time, for as long as you need it."
        />
        <Feature
          title="Global Reach"
          diagram={ReachDiagram}
          text="Teams run from Accra to Pune. When it is half past two here:"
        >
          <dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-[min(0.75rem,2.5vw)] gap-y-0.5 text-sm/body">
            {CLOCKS.map(([time, place]) => (
              <Fragment key={place}>
                <dt className="font-semibold">{time}</dt>
                <dd className="text-ink-soft">{place}</dd>
              </Fragment>
            ))}
          </dl>
        </Feature>
        <li className="border-t border-line py-7 md:col-span-full lg:grid lg:grid-cols-split-narrow lg:items-center lg:gap-x-12 lg:gap-y-1.5">
          <div>
            <h3>Flexible Timeline</h3>
            <p className="mt-1.5 text-ink-soft">
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

/** An entry of the diagram's legend. */
function Key({ isSun = false, children }: { isSun?: boolean; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <i
        className={cx(
          "tie size-tie forced-color-adjust-none forced-colors:border-0",
          isSun && "[--tie:var(--color-sun)]",
        )}
      />
      {children}
    </span>
  );
}

interface FeatureProps {
  title: string;
  diagram: (props: DiagramProps) => ReactNode;
  text: string;
  children?: ReactNode;
}

function Feature({ title, diagram: Diagram, text, children }: FeatureProps) {
  return (
    <li className="grid grid-cols-[min(6rem,26vw)_minmax(0,1fr)] content-start gap-x-beside gap-y-1.5 border-t border-line py-7 md:col-span-3 lg:col-span-2 lg:block">
      <Diagram className="row-span-2 w-full lg:mb-5 lg:w-34" />
      <h3>{title}</h3>
      <div>
        <p className="text-ink-soft lg:mt-1.5">{text}</p>
        {children}
      </div>
    </li>
  );
}
