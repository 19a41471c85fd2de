// The list of the member's sessions, with buttons that end one of them or all.

import { type ReactNode, Suspense } from "react";
import { Await } from "react-router";
import { SignOutForm } from "../../../components/sign-out-form";
import { Actions } from "../../../components/ui/actions";
import { Button, buttonVariants } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { Loading } from "../../../components/ui/loading";
import { PasswordField } from "../../../components/ui/password-field";
import type { Session } from "../../../contract/account";
import { errorsInOrder } from "../../../forms/field-errors";
import { useFormErrors } from "../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { useHydrated } from "../../../navigation/use-hydrated";
import { MemberForm } from "../member-form";
import { SessionEnded } from "../session-ended";
import type { SettingsActionData } from "./action-data";
import { INTENT, SESSION_FIELD, SESSION_PASSWORD_FIELD, SETTINGS_PATH } from "./form-data";
import { formatDevice, formatPlace, formatTime, formatTimeAgo } from "./format-session";
import { PasswordByMail, Username } from "./forms";
import { FocusedStatus, Saved } from "./saved";
import { SettingSection } from "./section";
import type { SessionsState } from "./sessions-state";
import type { Success } from "./setting-form";

interface SessionsSectionProps {
  /** The member's e-mail, for password managers; "" when the account could not be loaded. */
  email: string;
  state: SessionsState | Promise<SessionsState>;
  actionData: SettingsActionData | undefined;
  success: Success | null;
}

export function SessionsSection({ state, email, actionData, success }: SessionsSectionProps) {
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
              With two-step sign-in it takes the code from your app as well.
            </>
          )}
        </Saved>
      )}
      {ownActionData && shown && !ownActionData.session && (
        <ErrorSummary place="section" title={shown.message} attempt={attempt} />
      )}
      <Suspense fallback={<Loading>Looking up your devices...</Loading>}>
        <Await resolve={state}>
          {(loaded) => <Sessions state={loaded} email={email} question={toQuestion(ownActionData, attempt)} />}
        </Await>
      </Suspense>
    </SettingSection>
  );
}

/** The password that ending a session takes. */
interface PasswordQuestion {
  /** The id of the session. */
  session: string;
  /** What is asked, or what was wrong. */
  message: string;
  /** True when nothing was wrong. */
  isFirst: boolean;
  /** The message at the field; undefined when there is none. */
  error: string | undefined;
  attempt: number;
}

function toQuestion(actionData: SettingsActionData | undefined, attempt: number): PasswordQuestion | null {
  if (!actionData?.session) return null;
  const { session, message, fields, isPasswordAsked } = actionData;
  return { session, message, isFirst: isPasswordAsked, error: fields[SESSION_PASSWORD_FIELD], attempt };
}

interface SessionsProps {
  state: SessionsState;
  email: string;
  question: PasswordQuestion | null;
}

function Sessions({ state, email, question }: SessionsProps) {
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
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            email={email}
            question={question?.session === session.id ? question : null}
          />
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
            This device too. To sign in again you need your password, or a code from your mail. With two-step sign-in
            you need the code from your app as well.
          </p>
        </div>
      )}
    </>
  );
}

interface SessionRowProps extends Pick<SessionsProps, "email" | "question"> {
  session: Session;
  now: Date;
}

function SessionRow({ session, now, email, question }: SessionRowProps) {
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
        <EndSession id={session.id} hiddenLabel={hiddenLabel} email={email} question={question} />
      )}
    </li>
  );
}

function SessionFact({ children }: { children: ReactNode }) {
  return <small className="block text-sm text-ink-soft wrap-anywhere">{children}</small>;
}

interface EndSessionProps extends Pick<SessionsProps, "email" | "question"> {
  id: string;
  hiddenLabel: ReactNode;
}

function EndSession({ id, hiddenLabel, email, question }: EndSessionProps) {
  const isBusy = useIsSubmitting(SETTINGS_PATH, { [INTENT]: "session", [SESSION_FIELD]: id });
  return (
    <MemberForm
      action={SETTINGS_PATH}
      replace
      preventScrollReset
      noValidate
      className={question ? "basis-full" : undefined}
      onSubmit={usePreventDoubleSubmit(isBusy)}
    >
      <input type="hidden" name={INTENT} value="session" />
      <input type="hidden" name={SESSION_FIELD} value={id} />
      {question && (
        <div className="mt-1 mb-5">
          {question.isFirst ? (
            <FocusedStatus tone="note" event={question.attempt}>
              {question.message}
            </FocusedStatus>
          ) : (
            <ErrorSummary
              place="section"
              title={question.message}
              errors={errorsInOrder(
                [SESSION_PASSWORD_FIELD],
                question.error === undefined ? {} : { [SESSION_PASSWORD_FIELD]: question.error },
              )}
              attempt={question.attempt}
            />
          )}
          <Username email={email} />
          <PasswordField
            id={SESSION_PASSWORD_FIELD}
            label="Password"
            shows="password"
            error={question.error}
            autoComplete="current-password"
            enterKeyHint="done"
          />
          <p className="mt-3 text-sm text-ink-soft">
            <PasswordByMail email={email} /> A new password signs you out everywhere, also here.
          </p>
        </div>
      )}
      <Button variant="outline" size="small" busy={isBusy} busyLabel="Signing out...">
        Sign out{hiddenLabel}
      </Button>
    </MemberForm>
  );
}
