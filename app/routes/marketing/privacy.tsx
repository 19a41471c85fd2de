import { LegalPage } from "../../components/legal-page";
import { pageMeta } from "../../components/page-meta";
import { PRIVACY } from "../../content/legal/privacy";

export function meta() {
  return pageMeta({
    title: PRIVACY.title,
    description: PRIVACY.summary,
    path: "/privacy",
    image: "/share/privacy.png",
  });
}

export default function Privacy() {
  return <LegalPage document={PRIVACY} />;
}
