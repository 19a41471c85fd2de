import { HomePage } from "../../components/home/home-page";
import { pageMeta } from "../../components/page-meta";
import { BRAND } from "../../content/brand";

export function meta() {
  return pageMeta({
    title: `${BRAND.name} ${BRAND.tagline}: launch your ideas, build the future`,
    description: BRAND.description,
    path: "/",
  });
}

export default HomePage;
