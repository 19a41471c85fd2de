import { cx } from "class-variance-authority";
import { STEPS } from "../../content/home";
import { ClimbLine } from "../motif/diagrams";

/** How far below the start of the line each step hangs. */
const DROPS = ["lg:mt-[calc(55.5%-1.5rem)]", "lg:mt-[calc(31%-1.5rem)]", "lg:mt-[calc(9%-1.5rem)]"] as const;

/** Three steps on a dotted line that climbs; on a phone, along a thread. */
export function Steps() {
  return (
    <section className="page-width py-section" id="how" aria-labelledby="how-title">
      <h2 id="how-title">How it Works</h2>
      <div className="lg:relative lg:mt-10">
        <ClimbLine className="absolute inset-x-0 top-0 hidden w-full lg:block" />
        <ol className="stepped mt-10 lg:mt-0 lg:grid lg:grid-cols-3 lg:gap-[4%]">
          {STEPS.map(({ title, text }, i) => (
            <li
              key={title}
              className={cx("lg:px-0 lg:pt-16 lg:pb-0 lg:[&::before]:top-0 lg:[&::after]:hidden", DROPS[i])}
            >
              <h3>{title}</h3>
              <p className="mt-1.5 max-w-108 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
