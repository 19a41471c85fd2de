// Any unknown path: the home page, with the status and the metadata that say there is nothing else here.
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
