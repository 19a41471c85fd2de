import { TESTIMONIALS, type Testimonial } from "../../content/home";
import { Avatar } from "../motif/avatar";
import { Stars } from "../stars";

/** Three voices: one large on cloth, two small beside it, each hung on its speaker's ring of letters. */
export function Testimonials() {
  const [lead, ...others] = TESTIMONIALS;
  return (
    <section className="section page" aria-labelledby="said">
      <h2 id="said">In their words</h2>
      <div className="quotes">
        <Quote testimonial={lead} isLead />
        <div>
          {others.map((testimonial) => (
            <Quote key={testimonial.author} testimonial={testimonial} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Quote({ testimonial, isLead = false }: { testimonial: Testimonial; isLead?: boolean }) {
  const { text, highlight, author, role, rating } = testimonial;
  const [before, after] = text.split(highlight);
  return (
    <figure className={isLead ? "quote quote-lead" : "quote"}>
      <Avatar name={author} />
      <div>
        <Stars rating={rating} />
        <blockquote>
          <p>
            “{before}
            <em>{highlight}</em>
            {after}”
          </p>
        </blockquote>
        <figcaption className="person">
          <span>
            <b>{author}</b>
            {role}
          </span>
        </figcaption>
      </div>
    </figure>
  );
}
