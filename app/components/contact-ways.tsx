import { BRAND } from "../content/brand";

/** Where to reach us: mail, phone, place. */
export function ContactWays({ className }: { className: string }) {
  return (
    <ul className={className}>
      <li>
        <a href={`mailto:${BRAND.email}`}>{BRAND.email}</a>
      </li>
      <li>
        <a href={BRAND.phoneHref}>{BRAND.phone}</a>
      </li>
      <li>
        <a href={BRAND.mapHref} rel="noreferrer">
          {BRAND.address}
        </a>
      </li>
    </ul>
  );
}
