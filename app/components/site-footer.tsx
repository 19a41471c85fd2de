import type { ReactNode } from "react";
import { Link } from "react-router";
import { BRAND, SOCIAL_NETWORKS, type SocialNetwork } from "../content/brand";
import { LEGAL_NAVIGATION, MAIN_NAVIGATION, PROGRAMS } from "../content/navigation";
import type { PublicConfig } from "../context";
import { BrandLink } from "./brand-link";
import { ContactWays } from "./contact-ways";

interface SiteFooterProps {
  /** Addresses of the social icons; an icon without one is a placeholder that nobody tabs into. */
  socialLinks: PublicConfig["socialLinks"];
}

/** The footer of every page. */
export function SiteFooter({ socialLinks }: SiteFooterProps) {
  return (
    <footer className="site-footer cloth">
      <div className="page">
        <div className="foot">
          <div>
            <BrandLink />
            <p className="soft tagline">{BRAND.footerTagline}</p>
            <ul className="social">
              {SOCIAL_NETWORKS.map(({ key, name }) => (
                <li key={key}>
                  <SocialLink href={socialLinks[key]} name={name}>
                    {SOCIAL_ICONS[key]}
                  </SocialLink>
                </li>
              ))}
            </ul>
          </div>
          <nav aria-label="Footer">
            <h2>Pages</h2>
            <ul className="bare">
              {MAIN_NAVIGATION.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2>Programs</h2>
            <ul className="bare">
              {PROGRAMS.map((program) => (
                <li key={program}>
                  <span>{program}</span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h2>Contact</h2>
            <ContactWays className="bare" />
          </div>
        </div>
        <div className="thread foot-thread" />
        <div className="legal">
          <p>{BRAND.copyright}</p>
          {LEGAL_NAVIGATION.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
          <p className="credit">{BRAND.credit}</p>
        </div>
      </div>
    </footer>
  );
}

interface SocialLinkProps {
  href: string | undefined;
  name: string;
  children: ReactNode;
}

function SocialLink({ href, name, children }: SocialLinkProps) {
  const icon = (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
  if (!href) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a placeholder link, by HTML's own definition (an a without href)
      <a role="link" aria-disabled="true" aria-label={`${name}, soon`}>
        {icon}
      </a>
    );
  }
  return (
    <a href={href} rel="me noreferrer" aria-label={name}>
      {icon}
    </a>
  );
}

const SOCIAL_ICONS: Record<SocialNetwork, ReactNode> = {
  linkedin: <path d="M5 10v9M5 5.5v0M10 19v-9M10 14c0-5 8-5.5 8 0v5" />,
  instagram: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.6" />
      <path d="M16.5 7.5v0" />
    </>
  ),
  x: <path d="M5 5l14 14M19 5L5 19" />,
  youtube: (
    <>
      <rect x="3" y="6" width="18" height="12" rx="3.5" />
      <path d="M10.5 9.5v5l4-2.5z" />
    </>
  ),
};
