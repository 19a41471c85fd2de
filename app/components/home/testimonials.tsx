import { cx } from "class-variance-authority";
import { TESTIMONIALS, type Testimonial } from "../../content/home";
import { Avatar } from "../motif/avatar";
import { Person } from "../person";
import { Stars } from "../stars";
import { Highlight } from "./highlight";

/** Three testimonials: one large on a dark background, two small ones beside it. */
export function Testimonials() {
  const [lead, ...others] = TESTIMONIALS;
  return (
    <section className="page-width py-section" aria-labelledby="said">
      <h2 id="said">In their words</h2>
      <div className="mt-10 grid grid-cols-1 gap-10 lg:grid-cols-split-start lg:gap-16">
        <Quote testimonial={lead} isLead />
        <div className="md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-10 md:max-lg:border-t md:max-lg:border-line md:max-lg:pt-10">
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
    <figure
      className={cx(
        "grid gap-5",
        isLead
          ? "grid-cols-1 content-start md:grid-cols-[8rem_minmax(0,1fr)] md:gap-8"
          : "grid-cols-[min(4.5rem,20vw)_minmax(0,1fr)] not-first:mt-9 not-first:border-t not-first:border-line not-first:pt-9 md:max-lg:not-first:mt-0 md:max-lg:not-first:border-0 md:max-lg:not-first:pt-0",
      )}
    >
      <Avatar name={author} className={isLead ? "h-auto w-[min(6.5rem,30vw)] md:w-full" : "h-auto w-full"} />
      <div>
        <Stars rating={rating} />
        <blockquote
          className={cx(
            "mt-3 mb-3.5",
            isLead && "font-display text-2xl/heading font-bold tracking-display text-balance",
          )}
        >
          <p>
            “{before}
            <Highlight>{highlight}</Highlight>
            {after}”
          </p>
        </blockquote>
        <Person as="figcaption" name={author}>
          {role}
        </Person>
      </div>
    </figure>
  );
}
