import { STEPS } from "../../content/home";
import { ClimbLine } from "../motif/diagrams";

/** Three steps on a dotted line that climbs; on a phone, along a thread. */
export function Steps() {
  return (
    <section className="section page" id="how" aria-labelledby="how-title">
      <h2 id="how-title">How it Works</h2>
      <div className="steps-wrap">
        <ClimbLine />
        <ol className="steps stepped bare">
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
