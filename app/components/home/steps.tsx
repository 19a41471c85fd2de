import { cx } from "class-variance-authority";
import { STEPS } from "../../content/home";
import { ClimbLine } from "../motif/diagrams";

/** The distance of each step from the top of the drawing, so that it hangs below the line. */
const DROPS = ["lg:mt-[calc(55.5%-1.5rem)]", "lg:mt-[calc(31%-1.5rem)]", "lg:mt-[calc(9%-1.5rem)]"] as const;

/** Three steps along a rising dotted line; on small screens along a vertical one. */
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
