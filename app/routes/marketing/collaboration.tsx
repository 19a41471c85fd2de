import { Link } from "react-router";
import { Closing } from "../../components/closing";
import { CountUp } from "../../components/count-up";
import { ClusterDefs } from "../../components/motif/clusters";
import { ProjectsDiagram } from "../../components/motif/diagrams";
import { Roster } from "../../components/motif/roster";
import { SunriseDefs } from "../../components/motif/sunrise";
import { PageHead } from "../../components/page-head";
import { pageMeta } from "../../components/page-meta";
import { Ways } from "../../components/ways";
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
import "../../styles/marketing.css";
import "../../styles/collaboration.css";

export function meta() {
  return pageMeta({
    title: "Collaboration",
    description:
      "How companies, colleges and startup builders work with Navarambh: what each side brings, what it gets, and who is part of it already.",
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
      <section className="page section opportunities" aria-labelledby="opportunities">
        <h2 id="opportunities">Collaboration Opportunities</h2>
        <div className="cloth opportunity-cloth">
          <Ways ways={OPPORTUNITIES} />
        </div>
      </section>
      <section className="tinted section colleges" aria-labelledby="colleges">
        <div className="page">
          <div className="college-head">
            <div>
              <h2 id="colleges">College &amp; Institutional Collaboration</h2>
              <p className="lead soft">
                It starts with one teacher who says yes. The rest is paper, and we know that paper.
              </p>
            </div>
            <p className="college-count">
              <b>
                <CountUp target={COLLEGES.target} steps={COLLEGES.steps} />+
              </b>{" "}
              colleges across India
            </p>
          </div>
          <div className="split college-split">
            <dl className="entries">
              {INSTITUTION_BLOCKS.map(({ title, text }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <div className="benefits">
              <h3>Partner Benefits</h3>
              <ul className="tied ruled">
                {PARTNER_BENEFITS.map(({ title, text }) => (
                  <li key={title}>
                    <b>{title}</b>
                    <span>{text}</span>
                  </li>
                ))}
              </ul>
            </div>
          </div>
        </div>
      </section>
      <section className="page section" aria-labelledby="companies">
        <h2 id="companies">Partner Companies</h2>
        <p className="lead soft">
          Six who gave a team a real problem, and a straight answer at the end. Each strip spells a name: a knot for a
          letter, marigold for a vowel.
        </p>
        <ul className="partners companies">
          {PARTNER_COMPANIES.map(({ name, location }) => (
            <li key={name}>
              <Roster name={name} />
              <span>
                <b>{name}</b>
                {location && <small>{location}</small>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="page section-end" aria-labelledby="institutions">
        <h2 id="institutions">Partner Institutions</h2>
        <p className="lead soft">Eight colleges whose doors, or at least whose labs, are open.</p>
        <ul className="partners institutions">
          {PARTNER_INSTITUTIONS.map(({ name, subtitle }) => (
            <li key={name}>
              <b>{name}</b>
              {subtitle && <small>{subtitle}</small>}
            </li>
          ))}
        </ul>
      </section>
      <section className="tinted counters" aria-labelledby="figures">
        <div className="page">
          <h2 id="figures" className="kicker">
            Together so far
          </h2>
          <dl>
            {COUNTERS.map(({ label, target }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <CountUp target={target} steps={COUNTER_STEPS} />+
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <Closing
        title="Ready to Collaborate?"
        lead="Tell us in three sentences who you are and what you could bring. A person reads it, and a person answers."
      >
        <a
          className="button button-primary"
          href={`mailto:${BRAND.email}?subject=${encodeURIComponent("Collaboration")}`}
        >
          Write to us
        </a>
        <Link className="button button-outline" to="/signup">
          Create a profile
        </Link>
      </Closing>
    </>
  );
}
