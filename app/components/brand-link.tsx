import { Link } from "react-router";
import { BRAND } from "../content/brand";
import { Mark } from "./motif/mark";

/** The logo, name and tagline, linked to the home page. */
export function BrandLink() {
  return (
    <Link
      className="mr-auto flex min-h-bar-target items-center gap-[min(0.6875rem,3vw)] whitespace-nowrap no-underline lg:mr-0"
      to="/"
    >
      <Mark />
      <span>
        <b className="block font-display text-[min(1.375rem,6.5vw)]/none font-bold tracking-[-0.02em]">{BRAND.name}</b>{" "}
        <small className="mt-[0.25em] block text-[min(0.875rem,4vw)]/none text-ink-soft">{BRAND.tagline}</small>
      </span>
    </Link>
  );
}
