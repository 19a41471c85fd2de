// The content of the home page, which is also shown for unknown paths.

import { Link } from "react-router";
import { BRAND } from "../../content/brand";
import { HERO, WHAT } from "../../content/home";
import { PARTNER_KINDS } from "../../content/partners";
import { Closing } from "../closing";
import { ClusterDefs } from "../motif/clusters";
import { Sunrise, SunriseDefs } from "../motif/sunrise";
import { WeaveDefs } from "../motif/weave";
import { PartnerKinds } from "../partner-kinds";
import { Actions } from "../ui/actions";
import { buttonVariants } from "../ui/button";
import { linkVariants } from "../ui/link-variants";
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
      <section className="cloth relative overflow-hidden pt-[clamp(2rem,5vw,5.5rem)] pb-60 md:pb-54 lg:pb-[clamp(5rem,8vw,8rem)]">
        <Sunrise className="absolute -right-38 bottom-0 w-128 motion-safe:animate-rise md:-right-48 md:w-168 lg:right-[clamp(-25rem,-25vw,-17rem)] lg:w-[clamp(56rem,82vw,75rem)]" />
        <div className="page-width relative z-1">
          <h1 className="text-4xl tracking-hero">
            {HERO.lines.map((line) => (
              <span key={line} className="block">
                {line}{" "}
              </span>
            ))}
          </h1>
          <p className="mt-6 mb-8 max-w-120 text-lg text-ink-soft md:max-w-104">{HERO.lead}</p>
          <Actions>
            <Link className={buttonVariants()} to="/signup">
              {`Join ${BRAND.name}`}
            </Link>
            {/* A plain fragment link, which works on unknown paths too. */}
            <a className={linkVariants({ standalone: true })} href="#how">
              See how it works
            </a>
          </Actions>
        </div>
      </section>
      <Stats />
      <section className="page-width pb-section" aria-labelledby="what">
        <div className="grid grid-cols-1 gap-8 md:grid-cols-split md:gap-16">
          <div>
            <h2 id="what">{`What is ${BRAND.name}?`}</h2>
            <p className="mt-5 max-w-108 text-lg text-ink-soft">{WHAT.lead}</p>
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
      <section className="cloth py-section hem" aria-labelledby="collaborate">
        <div className="page-width">
          <div className="grid grid-cols-1 gap-4 md:grid-cols-title md:items-end">
            <h2 id="collaborate">Bring your company, your college or your startup</h2>
            <Link className={linkVariants({ standalone: true })} to="/collaboration">
              All about collaboration
            </Link>
          </div>
          <PartnerKinds kinds={PARTNER_KINDS} className="mt-10" />
        </div>
      </section>
      <Testimonials />
      <Closing
        title="Every cloth begins with one knot."
        lead="Make yours. Nobody can promise that a project will succeed or be funded. You need not start it alone."
      >
        <Link className={buttonVariants()} to="/signup">
          Register &amp; Create Profile
        </Link>
        <Link className={buttonVariants({ variant: "outline" })} to="/signup">
          Start a Project
        </Link>
      </Closing>
    </>
  );
}
