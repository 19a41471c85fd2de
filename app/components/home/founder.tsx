import { Avatar } from "../motif/avatar";

/** Why there is a Navarambh, in its founder's words. */
export function Founder() {
  return (
    <section className="founder tinted section" aria-labelledby="founder">
      <div className="page">
        <h2 id="founder" className="kicker">
          Why we started
        </h2>
        <blockquote>
          <span>“I had the idea. I had two friends who could build it.</span>{" "}
          <span>
            What we did not have was <em>one phone number</em>.”
          </span>
        </blockquote>
        <div className="split">
          <div className="person">
            <Avatar name="Sayali Kamble" />
            <span>
              <b>Sayali Kamble</b>Founder, Navarambh
            </span>
          </div>
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
              Navarambh is meant to be that phone number: people who have said beforehand that a student may ask them,
              colleges that lend a lab, companies that try the first ten.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
