import { Link } from "react-router";
import { Closing } from "../../components/closing";
import { LaunchpadVideo } from "../../components/launchpad-video";
import { clothSvg } from "../../components/motif/launchpad-cloth";
import { ShareCloth } from "../../components/motif/share";
import { SunriseDefs } from "../../components/motif/sunrise";
import { pageMeta } from "../../components/page-meta";
import { CLAIMS, FOR_WHOM, LAUNCHPAD_PAGE, STAGES } from "../../content/launchpad";
import { svgUri } from "../../lib/svg-uri";
import "../../styles/marketing.css";
import "../../styles/launchpad.css";
import type { Route } from "./+types/launchpad";

/** The film's picture is drawn here and not in the component: what draws it stays out of the browser's code. */
export function loader() {
  return { poster: svgUri(clothSvg()) };
}

export function meta() {
  return pageMeta({
    title: "Launchpad",
    description: LAUNCHPAD_PAGE.description,
    path: "/launchpad",
    image: "/share/launchpad.png",
  });
}

export default function Launchpad({ loaderData: { poster } }: Route.ComponentProps) {
  return (
    <>
      <SunriseDefs />
      <section className="launch-hero">
        <div className="page">
          <div className="launch-words">
            <h1 className="hero-title">{LAUNCHPAD_PAGE.title}</h1>
            <p className="lead soft">{LAUNCHPAD_PAGE.lead}</p>
            <p className="actions">
              <Link className="button button-primary" to="/signup">
                Start Your Journey
              </Link>
              <Link className="button button-outline" to="/stories">
                Success Stories
              </Link>
            </p>
          </div>
          <LaunchpadVideo poster={poster} className="launch-film" />
        </div>
      </section>
      <section className="page section claims-section" aria-labelledby="claims">
        <h2 id="claims">What has come of it</h2>
        <dl className="claims">
          <Claim claim={CLAIMS.students} />
          <Claim claim={CLAIMS.startups} />
          <Claim claim={CLAIMS.mentors} />
          <div className="claim claim-share cloth">
            <dt>{CLAIMS.placement.label}</dt>
            <dd>{CLAIMS.placement.value}</dd>
            <dd className="claim-cloth" aria-hidden="true">
              <ShareCloth share={CLAIMS.placement.share} />
            </dd>
          </div>
          <Claim claim={CLAIMS.projects} />
          <div className="claim claim-funding">
            <dt>
              {CLAIMS.funding.label}
              <small>{CLAIMS.funding.gloss}</small>
            </dt>
            <dd>{CLAIMS.funding.value}</dd>
          </div>
        </dl>
      </section>
      <section className="tinted section" aria-labelledby="stages">
        <div className="page">
          <h2 id="stages">Twenty weeks, four knots</h2>
          <p className="lead soft">Each stage leaves something you can hold. Without it there is no next one.</p>
          <ol className="stages stepped">
            {STAGES.map(({ title, when, text, leaves }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p className="stage-when">{when}</p>
                <p className="soft">{text}</p>
                <p className="stage-leaves">
                  <span>Leaves</span> {leaves}
                </p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="page section" aria-labelledby="whom">
        <div className="split">
          <h2 id="whom">Whom it suits</h2>
          <dl className="entries">
            {FOR_WHOM.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <Closing
        title="Week one is twelve conversations."
        lead="You need no deck, no logo and no company for it. Make a profile, then begin asking."
      >
        <Link className="button button-primary" to="/signup">
          Start Your Journey
        </Link>
        <Link className="button button-outline" to="/stories">
          Success Stories
        </Link>
      </Closing>
    </>
  );
}

function Claim({ claim: { label, value } }: { claim: { label: string; value: string } }) {
  return (
    <div className="claim">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
