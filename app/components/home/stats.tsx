import { STATS } from "../../content/home";
import { Swatch } from "../motif/weave";

/** Four figures, each beside a piece of cloth with exactly as many knots. */
export function Stats() {
  return (
    <section className="section page" aria-labelledby="count">
      <h2 id="count">One knot, one of us.</h2>
      <p className="soft lead">
        Count them if you like: every dot below is a college, a company, a student or a project.
      </p>
      <dl className="stats">
        {STATS.map(({ label, count, across }) => (
          <div key={label} className={count === 1000 ? "stat stat-lead" : "stat"}>
            <dt>{label}</dt>
            <dd>{`${count}+`}</dd>
            <dd className="stat-cloth" aria-hidden="true">
              <Swatch count={count} across={across} className={`n${count}`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
