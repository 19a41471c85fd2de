import { Link } from "react-router";
import { Actions } from "../../../../components/ui/actions";
import { buttonVariants } from "../../../../components/ui/button";
import { linkVariants } from "../../../../components/ui/link-variants";
import { Status } from "../../../../components/ui/status";
import type { SecondFactorState } from "../../../../contract/second-factor-responses";
import { AuthPage } from "../../../auth/auth-page";
import { SETTINGS_PATH } from "../form-data";
import { CODES_PATH, OFF_PATH } from "./form-data";
import { formatCodesLeft, hasFewCodes } from "./state";

const HELP = {
  title: "Keep it safe",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>Tell codes to nobody. We never ask for them by phone or message.</li>
      <li>Keep your recovery codes where you find them without your phone.</li>
    </ul>
  ),
};

interface SwitchedOnProps {
  state: SecondFactorState;
  /** True when the member tried to switch it on once more, or loaded the page with the recovery codes again. */
  isRepeated: boolean;
}

/** The page while two-step sign-in is on. */
export function SwitchedOn({ state, isRepeated }: SwitchedOnProps) {
  const codesLeft = formatCodesLeft(state);
  return (
    <AuthPage
      title="Two-step sign-in"
      lead={
        <>
          <b className="text-leaf">It is on.</b> Signing in takes your password, and a code from the app on your phone.
        </>
      }
      aside={HELP}
    >
      {isRepeated && (
        <Status tone="note" place="form">
          <b>It was on already.</b> If you have pressed the button before, that did it. If you saw no recovery codes
          then, make new ones.
        </Status>
      )}
      <section className="mt-9 max-w-form" aria-labelledby="recovery-codes">
        <h2 id="recovery-codes" className="text-2xl">
          Recovery codes
        </h2>
        <p className="mt-2">
          {codesLeft && (
            <>
              <b className={hasFewCodes(state) ? "text-clay" : undefined}>{codesLeft}.</b>{" "}
            </>
          )}
          Each lets you in once, without your phone. We show them only once: if you did not save yours, make new ones.
          {hasFewCodes(state) && " Make new ones before you need them."}
        </p>
        <Actions as="p" className="mt-4">
          <Link className={buttonVariants({ variant: hasFewCodes(state) ? "primary" : "outline" })} to={CODES_PATH}>
            Make new recovery codes
          </Link>
        </Actions>
      </section>
      <section className="mt-10 max-w-form" aria-labelledby="switch-off">
        <h2 id="switch-off" className="text-2xl">
          Change the phone, or switch it off
        </h2>
        <p className="mt-2">
          For a new phone switch two-step sign-in off, then set it up again with that phone. While it is off, your
          password alone signs you in.
        </p>
        <Actions as="p" className="mt-4">
          <Link className={buttonVariants({ variant: "danger" })} to={OFF_PATH}>
            Switch off two-step sign-in
          </Link>
        </Actions>
      </section>
      <p className="mt-10">
        <Link className={linkVariants({ standalone: true })} to={SETTINGS_PATH}>
          Back to your settings
        </Link>
      </p>
    </AuthPage>
  );
}
