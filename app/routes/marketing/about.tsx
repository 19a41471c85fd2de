import { data, Link } from "react-router";
import { ContactForm } from "../../components/contact/contact-form";
import { checkContactMessage, readContactMessage } from "../../components/contact/contact-message";
import { ContactWays } from "../../components/contact-ways";
import { Sunrise, SunriseDefs } from "../../components/motif/sunrise";
import { pageMeta } from "../../components/page-meta";
import { ABOUT, ABOUT_PAGE, CONTACT, UNIQUE } from "../../content/about";
import "../../styles/forms.css";
import { readForm } from "../../lib/read-form.server";
import "../../styles/marketing.css";
import "../../styles/about.css";
import type { Route } from "./+types/about";

export function meta() {
  return pageMeta({
    title: "About us",
    description: ABOUT_PAGE.description,
    path: "/about",
    image: "/share/about.png",
  });
}

/** Answers the contact form where there is no JavaScript: checks it, keeps nothing. */
export async function action({ request }: Route.ActionArgs) {
  const message = readContactMessage(await readForm(request));
  const problems = checkContactMessage(message);
  return data({ message, problems }, { status: Object.keys(problems).length > 0 ? 422 : 200 });
}

export default function About({ actionData }: Route.ComponentProps) {
  return (
    <>
      <SunriseDefs />
      <section className="about-hero cloth">
        <Sunrise />
        <div className="page">
          <h1 className="hero-title">{ABOUT_PAGE.title}</h1>
          <p className="lead">{ABOUT_PAGE.lead}</p>
          <p className="actions">
            <Link className="button button-primary" to="#about">
              Discover More
            </Link>
          </p>
        </div>
      </section>
      <section className="page section" id="about" aria-labelledby="about-title">
        <div className="about-grid">
          <h2 id="about-title">{ABOUT.title}</h2>
          <div className="prose about-text">
            {ABOUT.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <dl className="about-facts entries">
            {ABOUT.facts.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="cloth section hem" id="unique" aria-labelledby="unique-title">
        <div className="page">
          <h2 id="unique-title">{UNIQUE.title}</h2>
          <p className="lead soft">{UNIQUE.lead}</p>
          <ol className="unique">
            {UNIQUE.points.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p className="soft">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="page section" id="contact" aria-labelledby="contact-title">
        <div className="contact-grid">
          <div>
            <h2 id="contact-title">{CONTACT.title}</h2>
            <p className="lead soft">{CONTACT.lead}</p>
            <ContactWays className="tied contact-ways" />
          </div>
          <div>
            <ContactForm posted={actionData} />
          </div>
        </div>
      </section>
    </>
  );
}
