import { BRAND } from "../content/brand";

const WAYS = [
  { href: `mailto:${BRAND.email}`, words: BRAND.email },
  { href: BRAND.phoneHref, words: BRAND.phone },
  { href: BRAND.mapHref, words: BRAND.address, rel: "noreferrer" },
];

interface ContactWaysProps {
  className: string;
  itemClassName?: string;
  linkClassName?: string;
}

/** Where to reach us: mail, phone, place. */
export function ContactWays({ className, itemClassName, linkClassName }: ContactWaysProps) {
  return (
    <ul className={className}>
      {WAYS.map(({ href, words, rel }) => (
        <li key={href} className={itemClassName}>
          <a className={linkClassName} href={href} rel={rel}>
            {words}
          </a>
        </li>
      ))}
    </ul>
  );
}
