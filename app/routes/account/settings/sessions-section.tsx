// The list of the member's sessions, with buttons that end one of them or all.

import { type ReactNode, Suspense } from "react";
import { Await, Form } from "react-router";
import { SignOutForm } from "../../../components/sign-out-form";
import { Actions } from "../../../components/ui/actions";
import { Button, buttonVariants } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { Loading } from "../../../components/ui/loading";
import type { Session } from "../../../contract/account";
import { useFormErrors } from "../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { useHydrated } from "../../../navigation/use-hydrated";
import { SessionEnded } from "../session-ended";
import type { SettingsActionData } from "./action-data";
import { INTENT, SESSION_FIELD, SETTINGS_PATH } from "./form-data";
import { formatDevice, formatPlace, formatTime, formatTimeAgo } from "./format-session";
import { Saved } from "./saved";
import { SettingSection } from "./section";
import type { SessionsState } from "./sessions-state";
import type { Success } from "./setting-form";

interface SessionsSectionProps {
  state: SessionsState | Promise<SessionsState>;
  actionData: SettingsActionData | undefined;
  success: Success | null;
}

export function SessionsSection({ state, actionData, success }: SessionsSectionProps) {
  const ownActionData = actionData?.intent === "session" ? actionData : undefined;
  const { shown, attempt } = useFormErrors(ownActionData);
  const isSaved = success?.intent === "session";
  return (
    <SettingSection
      id="your-devices"
      title="Where you are signed in"
      lead="Do you see a device that is not yours? Sign it out, then change your password."
    >
      {success && isSaved && (
        <Saved success={success}>
          {success.wasMissing ? (
            <>
              <b>That device was not signed in any more.</b> There was nothing left to do.
            </>
          ) : (
            <>
              <b>That device is signed out.</b> To sign in there again takes your password, or a code from your mail.
            </>
          )}
        </Saved>
      )}
      {ownActionData && shown && <ErrorSummary place="section" title={shown.message} attempt={attempt} />}
      <Suspense fallback={<Loading>Looking up your devices...</Loading>}>
        <Await resolve={state}>{(loaded) => <Sessions state={loaded} />}</Await>
      </Suspense>
    </SettingSection>
  );
}

function Sessions({ state }: { state: SessionsState }) {
  if (state.kind === "ended") return <SessionEnded />;
  if (state.kind === "failed") {
    return (
      <div>
        <p>
          <b>The list of your devices did not load.</b> {state.message}
        </p>
        <Actions as="p" className="mt-4">
          <a className={buttonVariants({ variant: "outline" })} href={SETTINGS_PATH}>
            Load it again
          </a>
        </Actions>
      </div>
    );
  }
  const { sessions } = state;
  const now = new Date(state.now);
  return (
    <>
      <ul className="max-w-form">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="mt-2 max-w-form border-t border-line pt-5">
          <SignOutForm
            className={buttonVariants({ variant: "outline" })}
            label="Sign out everywhere"
            busyLabel="Signing out..."
          />
          <p className="mt-2.5 text-sm text-ink-soft">
            This device too. To sign in again you need your password, or a code from your mail.
          </p>
        </div>
      )}
    </>
  );
}

function SessionRow({ session, now }: { session: Session; now: Date }) {
  const device = formatDevice(session);
  // Only the browser knows the visitor's time zone.
  const isHydrated = useHydrated();
  const since = isHydrated ? formatTime(session.createdAt, new Date()) : formatTimeAgo(session.createdAt, now);
  const hiddenLabel: ReactNode = (
    <span className="sr-only">{session.current ? " of this device" : ` of ${device}, signed in ${since}`}</span>
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-line py-3.5 first:pt-0 not-first:border-t">
      <div className="min-w-0 grow basis-44">
        <b className="mr-3 font-semibold">{device}</b>
        {session.current && <span className="inline-block text-sm font-semibold text-leaf">This device</span>}
        <SessionFact>{formatPlace(session)}</SessionFact>
        <SessionFact>
          Signed in <time dateTime={session.createdAt}>{since}</time>
        </SessionFact>
      </div>
      {session.current ? (
        <SignOutForm
          className={buttonVariants({ variant: "outline", size: "small" })}
          scope="here"
          label={<>Sign out{hiddenLabel}</>}
          busyLabel="Signing out..."
        />
      ) : (
        <EndSession id={session.id} hiddenLabel={hiddenLabel} />
      )}
    </li>
  );
}

function SessionFact({ children }: { children: ReactNode }) {
  return <small className="block text-sm text-ink-soft wrap-anywhere">{children}</small>;
}

function EndSession({ id, hiddenLabel }: { id: string; hiddenLabel: ReactNode }) {
  const isBusy = useIsSubmitting(SETTINGS_PATH, { [INTENT]: "session", [SESSION_FIELD]: id });
  return (
    <Form method="post" action={SETTINGS_PATH} replace preventScrollReset onSubmit={usePreventDoubleSubmit(isBusy)}>
      <input type="hidden" name={INTENT} value="session" />
      <input type="hidden" name={SESSION_FIELD} value={id} />
      <Button variant="outline" size="small" busy={isBusy} busyLabel="Signing out...">
        Sign out{hiddenLabel}
      </Button>
    </Form>
  );
}
