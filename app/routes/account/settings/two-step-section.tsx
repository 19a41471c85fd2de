import { Suspense } from "react";
import { Await, Link } from "react-router";
import { Actions } from "../../../components/ui/actions";
import { buttonVariants } from "../../../components/ui/button";
import { Loading } from "../../../components/ui/loading";
import { SessionEnded } from "../session-ended";
import { SettingSection } from "./section";
import { TWO_STEP_PATH } from "./two-step/form-data";
import { formatCodesLeft, hasFewCodes, type TwoStepState } from "./two-step/state";

/** Whether two-step sign-in is on, with a link to its page. */
export function TwoStepSection({ state }: { state: TwoStepState | Promise<TwoStepState> }) {
  return (
    <SettingSection
      id="two-step"
      title="Two-step sign-in"
      lead="After your password, a code from an app on your phone. Even if somebody learns your password, they cannot sign in."
    >
      <Suspense fallback={<Loading>Looking it up...</Loading>}>
        <Await resolve={state}>{(loaded) => <State state={loaded} />}</Await>
      </Suspense>
    </SettingSection>
  );
}

function State({ state: loaded }: { state: TwoStepState }) {
  if (loaded.kind === "ended") return <SessionEnded />;
  const state = loaded.kind === "known" ? loaded.state : null;
  const codesLeft = state?.isOn ? formatCodesLeft(state) : null;
  return (
    <>
      {state ? (
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <b className={state.isOn ? "text-lg/body font-semibold text-leaf" : "text-lg/body font-semibold"}>
            {state.isOn ? "On" : "Off"}
          </b>
          {codesLeft && (
            <span className={state && hasFewCodes(state) ? "font-semibold text-clay" : "text-ink-soft"}>
              {codesLeft}
            </span>
          )}
        </p>
      ) : (
        <p>
          <b>We could not load this setting.</b> {loaded.kind === "failed" && loaded.message}
        </p>
      )}
      <Actions as="p" className="mt-4">
        <Link className={buttonVariants({ variant: "outline" })} to={TWO_STEP_PATH}>
          {state && !state.isOn ? "Set up two-step sign-in" : "Manage two-step sign-in"}
        </Link>
      </Actions>
    </>
  );
}
