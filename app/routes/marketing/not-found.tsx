// The page for unknown paths: the content of the home page with status 404, and metadata for the home page.
import { data } from "react-router";
import { HomePage } from "../../components/home/home-page";
import { pageMeta } from "../../components/page-meta";
import { BRAND } from "../../content/brand";

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return pageMeta({
    title: `${BRAND.name} ${BRAND.tagline}`,
    description: BRAND.description,
    path: "/",
    noindex: true,
  });
}

export default HomePage;
