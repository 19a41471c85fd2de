import { Link } from "react-router";
import { BRAND } from "../../../content/brand";
import type { User } from "../../../contract/account";
import { SettingSection } from "./section";

/** The e-mail and whether it is verified. Members cannot change it here: that takes a message to us. */
export function EmailSection({ user: { email, emailVerified } }: { user: User }) {
  return (
    <SettingSection
      id="your-email"
      title="Your email"
      lead={
        <>
          You sign in with it, and our mail goes there. Is it wrong? Write to{" "}
          <a className="wrap-anywhere" href={`mailto:${BRAND.email}`}>
            {BRAND.email}
          </a>
          , and we correct it.
        </>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 wrap-anywhere">
        <b className="text-lg/body font-semibold">{email}</b>
        <span className={emailVerified ? "font-semibold text-leaf" : "text-ink-soft"}>
          {emailVerified ? "Confirmed" : "Not confirmed yet"}
        </span>
      </p>
      {!emailVerified && (
        <p className="mt-4">
          Confirm it, and we know that our mail reaches you. <Link to="/verify-email">Send me the mail for it</Link>
        </p>
      )}
    </SettingSection>
  );
}
