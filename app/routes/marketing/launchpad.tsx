import { cx } from "class-variance-authority";
import { Link } from "react-router";
import { Closing } from "../../components/closing";
import { DefinitionList } from "../../components/definition-list";
import { Figure } from "../../components/figure";
import { LaunchpadVideo } from "../../components/launchpad-video";
import { clothSvg } from "../../components/motif/launchpad-cloth";
import { ShareCloth } from "../../components/motif/share";
import { SunriseDefs } from "../../components/motif/sunrise";
import { pageMeta } from "../../components/page-meta";
import { Actions } from "../../components/ui/actions";
import { buttonVariants } from "../../components/ui/button";
import { CLAIMS, FOR_WHOM, LAUNCHPAD_PAGE, STAGES } from "../../content/launchpad";
import { svgUri } from "../../lib/svg-uri";
import type { Route } from "./+types/launchpad";

/** The video's picture is drawn in the loader, so that the code that draws it is not sent to browsers. */
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
      <section className="overflow-hidden pt-[max(2rem,5vw)] md:pt-0">
        <div className="page-width grid grid-cols-1 gap-x-16 gap-y-10 md:grid-cols-halves">
          <div className="md:self-center md:py-[clamp(3rem,6vw,6rem)]">
            <h1 className="text-title tracking-hero">{LAUNCHPAD_PAGE.title}</h1>
            <p className="mt-5.5 mb-7.5 max-w-124 text-lg text-ink-soft">{LAUNCHPAD_PAGE.lead}</p>
            <Actions as="p">
              <Link className={buttonVariants()} to="/signup">
                Start Your Journey
              </Link>
              <Link className={buttonVariants({ variant: "outline" })} to="/stories">
                Success Stories
              </Link>
            </Actions>
          </div>
          <LaunchpadVideo poster={poster} />
        </div>
      </section>
      <Claims />
      <section className="tinted py-section" aria-labelledby="stages">
        <div className="page-width">
          <h2 id="stages">Twenty weeks, four knots</h2>
          <p className="mt-3 max-w-sm text-lg text-balance text-ink-soft">
            Each stage ends with something you can hold. You need it to begin the next one.
          </p>
          <ol className="stepped mt-11 text-pretty lg:grid lg:grid-cols-4 lg:gap-10">
            {STAGES.map(({ title, when, text, result }) => (
              <li
                key={title}
                className="lg:px-0 lg:pt-17 lg:pb-0 lg:not-last:after:top-4.5 lg:not-last:after:-right-7.5 lg:not-last:after:bottom-auto lg:not-last:after:left-14.5 lg:not-last:after:w-auto lg:not-last:after:thread-across lg:[&::before]:top-0"
              >
                <h3 className="text-2xl">{title}</h3>
                <p className="mt-0.5 mb-2.5 text-sm/body font-semibold">{when}</p>
                <p className="max-w-136 text-ink-soft">{text}</p>
                <p className="mt-3 font-semibold">
                  <span className="mr-1 font-normal text-ink-soft">Leaves</span> {result}
                </p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="page-width py-section" aria-labelledby="whom">
        <div className="grid grid-cols-1 gap-8 md:grid-cols-split md:gap-16">
          <h2 id="whom">Whom it suits</h2>
          <DefinitionList entries={FOR_WHOM} />
        </div>
      </section>
      <Closing
        title="Week one is twelve conversations."
        lead="You need no deck, no logo and no company for it. Make a profile, then begin asking."
      >
        <Link className={buttonVariants()} to="/signup">
          Start Your Journey
        </Link>
        <Link className={buttonVariants({ variant: "outline" })} to="/stories">
          Success Stories
        </Link>
      </Closing>
    </>
  );
}

/**
 * The numbers, in a grid that depends on the container's width: one column, two, or with the large number beside or between the others.
 * The large number's drawing is beside its text in the narrow layouts, and above it in the others.
 */
function Claims() {
  const { students, startups, mentors, placement, projects, funding } = CLAIMS;
  return (
    <section className="@container page-width py-section" aria-labelledby="claims">
      <h2 id="claims">What has come of it</h2>
      <dl className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-6 @sm:grid-cols-[minmax(0,20rem)_1fr_1fr] @sm:grid-rows-3 @sm:gap-x-[clamp(1.5rem,4vw,4rem)] @roomy:grid-flow-col @roomy:grid-cols-[1fr_minmax(0,26rem)_1fr]">
        <Claim {...students} />
        <Claim {...startups} />
        <Claim {...mentors} />
        <div className="cloth col-span-full row-start-1 mb-6 flex grid-cols-[minmax(0,1fr)_min(9rem,36vw)] grid-rows-[1fr_auto] flex-col-reverse justify-end gap-x-6 p-[min(1.5rem,6vw)] @narrow:grid @sm:col-1 @sm:row-[1/4] @sm:mb-0 @sm:flex @sm:justify-start @sm:p-8 @roomy:col-2">
          <dt className="col-start-1 row-start-2 mt-2 text-ink-soft">{placement.label}</dt>
          <dd className="col-start-1 row-start-1 font-display text-[min(var(--text-4xl),18vw)]/[0.9] font-bold tracking-display whitespace-nowrap @narrow:self-end @sm:self-auto">
            {placement.value}
          </dd>
          <dd
            className="col-start-2 row-span-2 row-start-1 mb-6 w-48 max-w-full @narrow:mb-0 @narrow:w-auto @narrow:self-center @sm:mb-auto @sm:w-full @sm:self-auto @sm:pb-7"
            aria-hidden="true"
          >
            <ShareCloth share={placement.share} />
          </dd>
        </div>
        <Claim {...projects} />
        <Claim {...funding} large />
      </dl>
    </section>
  );
}

interface ClaimProps {
  label: string;
  value: string;
  /** Explains the value. */
  gloss?: string;
  large?: boolean;
}

function Claim({ label, value, gloss, large }: ClaimProps) {
  return (
    <Figure
      className={cx("border-t border-line py-5", large && "col-span-full @sm:col-[2/4] @roomy:col-3 @roomy:row-[2/4]")}
      valueClassName={large ? "@sm:text-4xl/none" : undefined}
      label={label}
      note={gloss}
    >
      {value}
    </Figure>
  );
}
