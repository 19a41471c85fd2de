import { BRAND } from "../../content/brand";
import { Kicker } from "../kicker";
import { Avatar } from "../motif/avatar";
import { Person } from "../person";
import { Highlight } from "./highlight";

/** The founder's story. */
export function Founder() {
  return (
    <section className="tinted py-section" aria-labelledby="founder">
      <div className="page-width">
        <Kicker id="founder">Why we started</Kicker>
        <blockquote className="max-w-[26em] font-display text-3xl/[1.12] font-bold tracking-display">
          <span className="block text-balance">“I had the idea. I had two friends who could build it.</span>{" "}
          <span className="mt-[0.2em] block text-balance">
            What we did not have was <Highlight>one phone number</Highlight>.”
          </span>
        </blockquote>
        <div className="mt-9 grid grid-cols-1 gap-8 md:grid-cols-split md:gap-16">
          <Person name="Sayali Kamble" avatar={<Avatar name="Sayali Kamble" />}>
            {`Founder, ${BRAND.name}`}
          </Person>
          <div className="prose">
            <p>
              In my third year of engineering in Latur, three of us built a small meter that warns a farmer when his
              onion store is turning damp. It cost ₹640 in parts, and it worked.
            </p>
            <p>
              Nobody we knew had ever sold such a thing. Nobody could say what to charge, who signs, or where to stand
              at the market. We put it in a cupboard and went to our placement interviews.
            </p>
            <p>
              {BRAND.name} is meant to be that phone number: people who have said beforehand that a student may ask
              them, colleges that lend a lab, companies that try the first ten.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
