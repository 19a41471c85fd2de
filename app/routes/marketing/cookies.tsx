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
      <ul className="mb-12 max-w-prose">
        {COOKIES.map((cookie) => (
          <li key={cookie.name} className="border-t border-line py-5">
            <h2 className="text-xl">
              <code>{cookie.name}</code>
            </h2>
            <dl className="mt-3 grid grid-cols-1 gap-x-6 sm:grid-cols-[6rem_1fr] sm:items-baseline sm:gap-y-1.5">
              <dt className="text-sm/body text-ink-soft">Purpose</dt>
              <dd className="mb-2 sm:mb-0">{cookie.purpose}</dd>
              <dt className="text-sm/body text-ink-soft">Holds</dt>
              <dd className="mb-2 sm:mb-0">{cookie.holds}</dd>
              <dt className="text-sm/body text-ink-soft">Lasts</dt>
              <dd className="mb-2 sm:mb-0">{cookie.lasts}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </LegalPage>
  );
}
