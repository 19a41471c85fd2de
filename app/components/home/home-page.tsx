// The home page, as / shows it and every unknown path too.
import { Link } from "react-router";
import { BRAND } from "../../content/brand";
import { HERO, WHAT } from "../../content/home";
import { WAYS } from "../../content/partners";
import "../../styles/marketing.css";
import "../../styles/home.css";
import { Closing } from "../closing";
import { ClusterDefs } from "../motif/clusters";
import { Sunrise, SunriseDefs } from "../motif/sunrise";
import { WeaveDefs } from "../motif/weave";
import { Ways } from "../ways";
import { Features } from "./features";
import { Founder } from "./founder";
import { Stats } from "./stats";
import { Steps } from "./steps";
import { Testimonials } from "./testimonials";

export function HomePage() {
  return (
    <>
      <SunriseDefs />
      <WeaveDefs />
      <ClusterDefs />
      <section className="hero cloth">
        <Sunrise />
        <div className="page">
          <h1>
            {HERO.lines.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
          <p className="lead">{HERO.lead}</p>
          <div className="actions">
            <Link className="button button-primary" to="/signup">
              {`Join ${BRAND.name}`}
            </Link>
            {/* A plain fragment: the page is the same on every unknown path. */}
            <a className="quiet" href="#how">
              See how it works
            </a>
          </div>
        </div>
      </section>
      <Stats />
      <section className="page section-end what" aria-labelledby="what">
        <div className="split">
          <div>
            <h2 id="what">{`What is ${BRAND.name}?`}</h2>
            <p className="lead soft">{WHAT.lead}</p>
          </div>
          <ul className="tied ruled">
            {WHAT.points.map(({ strong, rest }) => (
              <li key={strong}>
                <b>{strong}</b>
                {rest}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Features />
      <Founder />
      <Steps />
      <section className="cloth section hem" aria-labelledby="collaborate">
        <div className="page">
          <div className="head">
            <h2 id="collaborate">Bring your company, your college or your startup</h2>
            <Link className="quiet" to="/collaboration">
              All about collaboration
            </Link>
          </div>
          <Ways ways={WAYS} />
        </div>
      </section>
      <Testimonials />
      <Closing
        title="Every cloth begins with one knot."
        lead="Make yours. Nobody can promise that a project will succeed or be funded. You need not start it alone."
      >
        <Link className="button button-primary" to="/signup">
          Register &amp; Create Profile
        </Link>
        <Link className="button button-outline" to="/signup">
          Start a Project
        </Link>
      </Closing>
    </>
  );
}
