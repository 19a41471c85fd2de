import { cx } from "class-variance-authority";
import { STATS } from "../../content/home";
import { Swatch } from "../motif/weave";

/** Widths by the number of tiles in a row, so that knots have the same size in all drawings. */
const WIDTHS = { 1: "w-1/4", 2: "w-1/2", 4: "w-full", 10: "w-full" } as const;

/** Four numbers, each with a drawing of exactly as many knots. */
export function Stats() {
  return (
    <section className="page-width py-section" aria-labelledby="count">
      <h2 id="count">One knot, one of us.</h2>
      <p className="mt-3 max-w-sm text-lg text-ink-soft">
        Count them if you like: every dot below is a college, a company, a student or a project.
      </p>
      <dl className="mt-9 grid grid-cols-1 gap-7 md:grid-cols-split-start md:grid-rows-3 md:gap-x-[clamp(2rem,5vw,4rem)] md:gap-y-4">
        {STATS.map(({ label, count, across }) => {
          const isLead = count === 1000;
          return (
            <div
              key={label}
              className={cx(
                "grid items-center gap-x-4 gap-y-0.75",
                isLead
                  ? "grid-cols-1 md:col-start-1 md:row-span-3 md:row-start-1 md:grid-rows-last"
                  : "grid-cols-[1fr_40%] md:grid-cols-[1fr_56%] md:grid-rows-2",
              )}
            >
              {/* Forced colours give text a background, and that of the large number would cover its label. */}
              <dt className="col-start-1 row-start-2 self-start text-sm/snug text-ink-soft forced-colors:relative">
                {label}
              </dt>
              <dd
                className={cx(
                  "col-start-1 row-start-1 self-end font-display text-3xl leading-[0.9] font-bold tracking-display",
                  isLead && "md:text-4xl",
                )}
              >
                {`${count}+`}
              </dd>
              <dd
                className={isLead ? "col-start-1 row-start-3 mt-2.5" : "col-start-2 row-span-2 row-start-1"}
                aria-hidden="true"
              >
                <Swatch count={count} across={across} className={WIDTHS[across]} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
