import { Link } from "react-router";
import { BRAND } from "../content/brand";
import { Mark } from "./motif/mark";

/** Mark, name and tagline, leading home. */
export function BrandLink() {
  return (
    <Link className="brand" to="/">
      <Mark />
      <span>
        <b>{BRAND.name}</b> <small>{BRAND.tagline}</small>
      </span>
    </Link>
  );
}
