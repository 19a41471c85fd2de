import { LegalPage } from "../../components/legal-page";
import { pageMeta } from "../../components/page-meta";
import { COOKIE_POLICY, COOKIES } from "../../content/legal/cookies";

export function meta() {
  return pageMeta({
    title: COOKIE_POLICY.title,
    description: COOKIE_POLICY.summary,
    path: "/cookies",
    image: "/share/cookies.png",
  });
}

export default function Cookies() {
  return (
    <LegalPage document={COOKIE_POLICY}>
      <ul className="cookie-list entries bare">
        {COOKIES.map((cookie) => (
          <li key={cookie.name}>
            <h2>
              <code>{cookie.name}</code>
            </h2>
            <dl>
              <dt>Purpose</dt>
              <dd>{cookie.purpose}</dd>
              <dt>Holds</dt>
              <dd>{cookie.holds}</dd>
              <dt>Lasts</dt>
              <dd>{cookie.lasts}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </LegalPage>
  );
}
