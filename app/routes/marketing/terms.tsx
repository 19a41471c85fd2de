import { LegalPage } from "../../components/legal-page";
import { pageMeta } from "../../components/page-meta";
import { TERMS } from "../../content/legal/terms";

export function meta() {
  return pageMeta({ title: TERMS.title, description: TERMS.summary, path: "/terms", image: "/share/terms.png" });
}

export default function Terms() {
  return <LegalPage document={TERMS} />;
}
