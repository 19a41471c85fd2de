import { BRAND } from "../content/brand";

const CONTACTS = [
  { href: `mailto:${BRAND.email}`, label: BRAND.email },
  { href: BRAND.phoneHref, label: BRAND.phone },
  { href: BRAND.mapHref, label: BRAND.address, rel: "noreferrer" },
];

interface ContactLinksProps {
  className: string;
  itemClassName?: string;
  linkClassName?: string;
}

/** Links to our e-mail address, phone number and place on a map. */
export function ContactLinks({ className, itemClassName, linkClassName }: ContactLinksProps) {
  return (
    <ul className={className}>
      {CONTACTS.map(({ href, label, rel }) => (
        <li key={href} className={itemClassName}>
          <a className={linkClassName} href={href} rel={rel}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
