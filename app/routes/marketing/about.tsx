import { data, Link } from "react-router";
import { ContactForm } from "../../components/contact/contact-form";
import { contactErrors, readContactMessage } from "../../components/contact/contact-message";
import { ContactLinks } from "../../components/contact-links";
import { DefinitionList } from "../../components/definition-list";
import { Sunrise, SunriseDefs } from "../../components/motif/sunrise";
import { pageMeta } from "../../components/page-meta";
import { Actions } from "../../components/ui/actions";
import { buttonVariants } from "../../components/ui/button";
import { ABOUT, ABOUT_PAGE, CONTACT, UNIQUE } from "../../content/about";
import { readForm } from "../../forms/read-form.server";
import type { Route } from "./+types/about";

export function meta() {
  return pageMeta({
    title: "About us",
    description: ABOUT_PAGE.description,
    path: "/about",
    image: "/share/about.png",
  });
}

/** Checks a contact form that was posted without JavaScript. Nothing is stored. */
export async function action({ request }: Route.ActionArgs) {
  const message = readContactMessage(await readForm(request));
  const errors = contactErrors(message);
  return data({ message, errors }, { status: Object.keys(errors).length > 0 ? 422 : 200 });
}

export default function About({ actionData }: Route.ComponentProps) {
  return (
    <>
      <SunriseDefs />
      <section className="cloth relative overflow-hidden pt-head pb-70 md:pb-[clamp(5rem,8vw,7rem)]">
        <Sunrise className="absolute -bottom-px left-1/2 w-144 -translate-x-1/2 md:right-[clamp(-34rem,-30vw,-24rem)] md:left-auto md:w-[clamp(48rem,72vw,66rem)] md:translate-x-0" />
        <div className="page-width relative z-1 md:*:max-w-[62%]">
          <h1 className="max-w-[13em] text-title tracking-hero">{ABOUT_PAGE.title}</h1>
          <p className="mt-5.5 mb-7.5 max-w-132 text-lg text-pretty text-ink-soft">{ABOUT_PAGE.lead}</p>
          <Actions as="p">
            <Link className={buttonVariants()} to="#about">
              Discover More
            </Link>
          </Actions>
        </div>
      </section>
      <section className="page-width py-section" id="about" aria-labelledby="about-title">
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[4fr_8fr] lg:gap-x-16 lg:gap-y-10">
          <h2 id="about-title" className="lg:row-span-2">
            {ABOUT.title}
          </h2>
          <div className="prose">
            {ABOUT.paragraphs.map((paragraph) => (
              <p key={paragraph} className="first:text-lg">
                {paragraph}
              </p>
            ))}
          </div>
          <DefinitionList className="lg:grid lg:grid-cols-2 lg:gap-x-12" entries={ABOUT.facts} />
        </div>
      </section>
      <section className="cloth py-section hem" id="unique" aria-labelledby="unique-title">
        <div className="page-width">
          <h2 id="unique-title">{UNIQUE.title}</h2>
          <p className="mt-3 max-w-sm text-lg text-ink-soft">{UNIQUE.lead}</p>
          {/* The second column starts lower, as in a woven band. */}
          <ol className="mt-part grid grid-cols-1 gap-x-16 gap-y-9 text-pretty md:grid-cols-2">
            {UNIQUE.points.map(({ title, text }) => (
              <li
                key={title}
                className="relative pl-13 before:absolute before:top-0.5 before:left-0 before:size-8 before:tie before:[--color-ring:var(--color-on-cloth)] nth-3:before:[--color-ring:var(--color-marigold)] md:even:mt-10"
              >
                <h3>{title}</h3>
                <p className="mt-1.5 max-w-120 text-ink-soft">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="page-width py-section" id="contact" aria-labelledby="contact-title">
        <div className="grid grid-cols-1 gap-x-20 gap-y-8 lg:grid-cols-[5fr_6fr]">
          <div>
            <h2 id="contact-title">{CONTACT.title}</h2>
            <p className="mt-3 max-w-sm text-lg text-ink-soft">{CONTACT.lead}</p>
            <ContactLinks
              className="tied mt-6"
              itemClassName="py-0 [&::before]:top-4"
              linkClassName="inline-flex min-h-target items-center wrap-anywhere"
            />
          </div>
          <div>
            <ContactForm actionData={actionData} />
          </div>
        </div>
      </section>
    </>
  );
}
