import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { BRAND, SOCIAL_NETWORKS, type SocialNetwork } from "../content/brand";
import { LEGAL_NAVIGATION, MAIN_NAVIGATION, PROGRAMS } from "../content/navigation";
import type { PublicConfig } from "../contract/public-config";
import { BrandLink } from "./brand-link";
import { ContactLinks } from "./contact-links";

interface SiteFooterProps {
  /** The URLs of the social icons. An icon without a URL is a placeholder and cannot be focused. */
  socialLinks: PublicConfig["socialLinks"];
}

const HEADING = "mb-1.5 font-sans text-sm/normal font-semibold tracking-normal text-ink-soft";
const ROW = "flex min-h-target items-center";
const LINK = `${ROW} no-underline hover:underline`;
const SOCIAL = "grid min-h-target w-target place-items-center no-underline";

/** The footer of every page. */
export function SiteFooter({ socialLinks }: SiteFooterProps) {
  return (
    <footer className="cloth bg-cloth-deep pt-12 pb-8 text-sm [--color-eye:var(--color-cloth-deep)] print:hidden">
      <div className="page-width">
        {/* Each list is as wide as its longest line: no line wraps, so the rows of neighbouring lists stay aligned. */}
        <div className="flex flex-wrap gap-x-4 gap-y-8 wrap-anywhere lg:grid lg:grid-cols-[minmax(0,1fr)_repeat(3,auto)] lg:gap-x-head lg:gap-y-6">
          <div className="flex-auto basis-full">
            <BrandLink />
            <p className="mt-3 text-ink-soft">{BRAND.footerTagline}</p>
            <ul className="mt-3 -ml-3 flex flex-wrap gap-1">
              {SOCIAL_NETWORKS.map(({ key, name }) => (
                <li key={key}>
                  <SocialLink href={socialLinks[key]} name={name}>
                    {SOCIAL_ICONS[key]}
                  </SocialLink>
                </li>
              ))}
            </ul>
          </div>
          <nav className="flex-auto" aria-label="Footer">
            <h2 className={HEADING}>Pages</h2>
            <ul className="list-none">
              {MAIN_NAVIGATION.map(({ to, label }) => (
                <li key={to}>
                  <Link className={LINK} to={to}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex-auto">
            <h2 className={HEADING}>Programs</h2>
            <ul className="list-none">
              {PROGRAMS.map((program) => (
                <li key={program}>
                  <span className={ROW}>{program}</span>
                </li>
              ))}
            </ul>
          </div>
          <div className="flex-auto basis-full md:basis-auto">
            <h2 className={HEADING}>Contact</h2>
            <ContactLinks className="list-none" linkClassName={LINK} />
          </div>
        </div>
        <div className="mt-8 thread-across [--color-ring:var(--color-cloth-line)]" />
        <div className="mt-3 flex flex-wrap gap-x-6 text-ink-soft">
          <p className={ROW}>{BRAND.copyright}</p>
          <div className="flex flex-wrap gap-x-6">
            {LEGAL_NAVIGATION.map(({ to, label }) => (
              <Link key={to} className={cx(ROW, "min-w-target")} to={to}>
                {label}
              </Link>
            ))}
          </div>
          <p className={cx(ROW, "lg:ml-auto")}>{BRAND.credit}</p>
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
    <svg
      className="w-5.5 fill-none stroke-current stroke-[1.8]"
      viewBox="0 0 24 24"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
  if (!href) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: HTML defines an <a> without href as a placeholder link
      <a className={cx(SOCIAL, "text-ink-soft")} role="link" aria-disabled="true" aria-label={`${name}, soon`}>
        {icon}
      </a>
    );
  }
  return (
    <a className={SOCIAL} href={href} rel="me noreferrer" aria-label={name}>
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
