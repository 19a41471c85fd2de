import { Link } from "react-router";
import { linkVariants } from "../../../components/ui/link-variants";
import { BRAND } from "../../../content/brand";
import type { Factor } from "../../../contract/second-factor";
import { factorPath } from "./ways";

const LABELS: Readonly<Record<Factor, string>> = {
  totp: "Use your authenticator app",
  email: "Get a code by mail",
  recoveryCode: "Use a recovery code",
};

/** Links to the other ways to confirm, and what to do when none is left. */
export function OtherWays({ factors, current }: { factors: readonly Factor[]; current: Factor }) {
  const others = factors.filter((factor) => factor !== current);
  return (
    <section className="mt-9 max-w-form border-t border-line pt-5" aria-labelledby="other-ways">
      <h2 id="other-ways" className="text-xl">
        Another way
      </h2>
      {others.length > 0 && (
        <ul className="mt-2">
          {others.map((factor) => (
            <li key={factor}>
              <Link className={linkVariants({ standalone: true })} to={factorPath(factor)} replace>
                {LABELS[factor]}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-pretty text-ink-soft">
        {others.length > 0 ? "Nothing works?" : "You have no code?"} Write to{" "}
        <a href={`mailto:${BRAND.email}`}>{BRAND.email}</a>.
      </p>
    </section>
  );
}
