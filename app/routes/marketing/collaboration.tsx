import { cx } from "class-variance-authority";
import { Link } from "react-router";
import { Closing } from "../../components/closing";
import { CountUp } from "../../components/count-up";
import { DefinitionList } from "../../components/definition-list";
import { Figure } from "../../components/figure";
import { Kicker } from "../../components/kicker";
import { ClusterDefs } from "../../components/motif/clusters";
import { ProjectsDiagram } from "../../components/motif/diagrams";
import { Roster } from "../../components/motif/roster";
import { SunriseDefs } from "../../components/motif/sunrise";
import { PageHead } from "../../components/page-head";
import { pageMeta } from "../../components/page-meta";
import { PartnerKinds } from "../../components/partner-kinds";
import { buttonVariants } from "../../components/ui/button";
import { BRAND } from "../../content/brand";
import {
  COLLEGES,
  COUNTER_STEPS,
  COUNTERS,
  INSTITUTION_BLOCKS,
  OPPORTUNITIES,
  PARTNER_BENEFITS,
  PARTNER_COMPANIES,
  PARTNER_INSTITUTIONS,
} from "../../content/partners";

export function meta() {
  return pageMeta({
    title: "Collaboration",
    description: `How companies, colleges and startup builders work with ${BRAND.name}: what each side brings, what it gets, and who is part of it already.`,
    path: "/collaboration",
    image: "/share/collaboration.png",
  });
}

export default function Collaboration() {
  return (
    <>
      <SunriseDefs />
      <ClusterDefs />
      <PageHead
        title="A cloth needs more than one pair of hands"
        lead="Companies bring a problem, colleges bring people and rooms, founders bring the hurry. Here is how the three are tied together."
        ornament={<ProjectsDiagram />}
      />
      <section className="page-width py-section" aria-labelledby="opportunities">
        <h2 id="opportunities">Collaboration Opportunities</h2>
        <div className="cloth mt-10 px-5 py-8 md:p-part">
          <PartnerKinds kinds={OPPORTUNITIES} variant="rows" />
        </div>
      </section>
      <section className="tinted py-section" aria-labelledby="colleges">
        <div className="page-width">
          <div className="grid grid-cols-1 items-end gap-x-16 gap-y-8 md:grid-cols-title">
            <div>
              <h2 id="colleges">College &amp; Institutional Collaboration</h2>
              <p className="mt-3 max-w-128 text-lg text-ink-soft">
                It starts with one teacher who says yes. The rest is paper, and we know that paper.
              </p>
            </div>
            <p className="text-lg/snug">
              <b className="block font-display text-4xl/[0.95] tracking-hero tabular-nums">
                <CountUp target={COLLEGES.target} steps={COLLEGES.steps} />+
              </b>{" "}
              colleges across India
            </p>
          </div>
          <div className="mt-band grid grid-cols-1 gap-8 md:grid-cols-halves md:gap-16">
            <DefinitionList entries={INSTITUTION_BLOCKS} />
            <div className="self-start surface px-6 pt-6 pb-2">
              <h3>Partner Benefits</h3>
              <ul className="tied ruled mt-4 text-pretty">
                {PARTNER_BENEFITS.map(({ title, text }) => (
                  <li key={title}>
                    <b>{title}</b>
                    <span className="mt-0.75 block text-base text-ink-soft">{text}</span>
                  </li>
                ))}
              </ul>
            </div>
          </div>
        </div>
      </section>
      <section className="page-width py-section" aria-labelledby="companies">
        <h2 id="companies">Partner Companies</h2>
        <p className="mt-3 max-w-sm text-lg text-ink-soft">
          Six who gave a team a real problem, and a straight answer at the end. Each strip spells a name: a knot for a
          letter, marigold for a vowel.
        </p>
        <ul className="mt-8 grid grid-cols-1 sm:grid-cols-2 sm:gap-x-12 xl:grid-cols-3">
          {PARTNER_COMPANIES.map(({ name, location }) => (
            <li
              key={name}
              className="grid grid-cols-[min(6.5rem,29vw)_minmax(0,1fr)] items-center gap-beside border-t border-line py-4.5"
            >
              <Roster name={name} />
              <span>
                <b className="block font-display text-[1.1875rem]/tight tracking-display text-balance">{name}</b>
                {location && <small className="block text-sm/body text-ink-soft">{location}</small>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="page-width pb-section" aria-labelledby="institutions">
        <h2 id="institutions">Partner Institutions</h2>
        <p className="mt-3 max-w-sm text-lg text-ink-soft">
          Eight colleges whose doors, or at least whose labs, are open.
        </p>
        {/* Fills the first column, then the second. The dotted line that connects the items ends with each column. */}
        <ul className="mt-8 grid grid-cols-1 sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-[repeat(4,auto)] sm:gap-x-12">
          {PARTNER_INSTITUTIONS.map(({ name, subtitle }) => (
            <li
              key={name}
              className={cx(
                "relative pb-7 pl-9",
                "before:absolute before:top-0.75 before:left-0 before:size-4.5 before:tie nth-[3n+1]:before:[--color-ring:var(--color-marigold-deep)]",
                "not-last:after:absolute not-last:after:top-6.75 not-last:after:-bottom-0.5 not-last:after:left-0.75 not-last:after:w-[12px] not-last:after:bg-[radial-gradient(circle_at_6px_8px,var(--color-ring)_1.6px,transparent_2.2px)] not-last:after:bg-size-[12px_12px] sm:nth-4:after:hidden",
              )}
            >
              <b className="block leading-snug">{name}</b>
              {subtitle && <small className="block text-sm/body text-ink-soft">{subtitle}</small>}
            </li>
          ))}
        </ul>
      </section>
      <section className="tinted py-band" aria-labelledby="figures">
        <div className="page-width">
          <Kicker id="figures">Together so far</Kicker>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-8 tabular-nums lg:grid-cols-[repeat(4,auto)] lg:justify-between">
            {COUNTERS.map(({ label, target }) => (
              <Figure key={label} label={label}>
                <CountUp target={target} steps={COUNTER_STEPS} />+
              </Figure>
            ))}
          </dl>
        </div>
      </section>
      <Closing
        title="Ready to Collaborate?"
        lead="Tell us in three sentences who you are and what you could bring. A person reads it, and a person answers."
      >
        <a className={buttonVariants()} href={`mailto:${BRAND.email}?subject=${encodeURIComponent("Collaboration")}`}>
          Write to us
        </a>
        <Link className={buttonVariants({ variant: "outline" })} to="/signup">
          Create a profile
        </Link>
      </Closing>
    </>
  );
}
