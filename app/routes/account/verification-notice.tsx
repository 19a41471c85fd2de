// The notice for a member whose e-mail is not verified yet. Everything works without that.

import { type ReactNode, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "../../components/ui/button";
import { statusVariants } from "../../components/ui/status";
import { VERIFICATION_COOLDOWN_SECONDS } from "../../contract/limits";
import { loadDraft, saveDraft } from "../../forms/draft";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import { LocalMailbox } from "../auth/link-page";

export interface VerificationActionData {
  /** The message when no mail was sent; null when one was. */
  error: string | null;
  /** The time in seconds until another mail can be requested, after one was sent. */
  retryAfterSeconds: number;
  /** When the browser received this, in milliseconds since 1970 by its own clock. The client action sets it. */
  receivedAt?: number;
}

interface VerificationNoticeProps {
  memberId: string;
  email: string;
  /** The action data of the page. It is undefined when the form was posted by the fetcher. */
  actionData: VerificationActionData | undefined;
  /** True on the page after the redirect, when a mail was sent without JavaScript. */
  wasSent: boolean;
}

export function VerificationNotice({ memberId, email, actionData, wasSent }: VerificationNoticeProps) {
  const fetcher = useFetcher<VerificationActionData>();
  const isBusy = fetcher.state !== "idle";
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);
  const stored = useStoredResult(memberId, fetcher.data);
  const latest = fetcher.data ?? actionData ?? stored;
  const isSent = latest ? latest.error === null : wasSent;
  // Both are times by the browser's clock. They are null when the mail was sent without JavaScript.
  const sentAt = (isSent && latest?.receivedAt) || null;
  const resendAt = sentAt && latest ? sentAt + latest.retryAfterSeconds * 1000 : null;
  const canSend = useIsPast(resendAt);
  return (
    <section className={statusVariants({ tone: "note" })} aria-label="Your email">
      <div className="min-w-0 grow basis-80" role="status">
        {isSent ? (
          <>
            <b>A mail is on its way to {breakable(email)}.</b>{" "}
            {sentAt === null ? "We sent it just now." : `We sent it at ${formatClock(sentAt)}.`} Open the link in it
            within an hour.
            {resendAt === null && " You can ask for another one in a minute."}
            {resendAt !== null && !canSend && ` You can ask for another one at ${formatClock(resendAt, true)}.`}
          </>
        ) : (
          <>
            <b>Your email is not confirmed yet.</b> Ask for the link, and we send it to {breakable(email)}. Opening it
            tells us that our mail reaches you. Only two-step sign-in has to wait for it.
          </>
        )}
        {isSent && <LocalMailbox />}
        {latest?.error && <p className="mt-1.5 font-semibold">{latest.error}</p>}
      </div>
      <fetcher.Form method="post" action="/dashboard" onSubmit={preventDoubleSubmit}>
        <Button variant="outline" size="small" busy={isBusy || !canSend} busyLabel={isBusy ? "Sending..." : "Sent"}>
          {isSent ? "Send it again" : "Send me the link"}
        </Button>
      </fetcher.Form>
    </section>
  );
}

const breakable = (email: string): ReactNode => <span className="wrap-anywhere">{email}</span>;

/** How long the link in the mail is valid. */
const LINK_LIFETIME_MS = 60 * 60 * 1000;

/** Stores the last mail that was sent in this tab. @returns the one from before a reload, while its link is valid */
function useStoredResult(
  memberId: string,
  latest: VerificationActionData | undefined,
): VerificationActionData | undefined {
  const [stored, setStored] = useState<VerificationActionData>();
  const name = `verification:${memberId}`;
  useEffect(() => {
    const at = Number(loadDraft(name)?.at);
    if (Date.now() - at < LINK_LIFETIME_MS)
      setStored({ error: null, retryAfterSeconds: VERIFICATION_COOLDOWN_SECONDS, receivedAt: at });
  }, [name]);
  useEffect(() => {
    if (latest?.error === null && latest.receivedAt) saveDraft(name, { at: String(latest.receivedAt) });
  }, [name, latest]);
  return stored;
}

/** True when a time has passed, or for null. It renders the component again when that happens. */
function useIsPast(time: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (time === null) return;
    const timer = setTimeout(() => setPassed(time), time - Date.now());
    return () => clearTimeout(timer);
  }, [time]);
  return time === null || time === passed;
}

/** "14:05", or "14:05:09". It is independent of the browser's locale, like all texts of the site. */
function formatClock(time: number, hasSeconds = false): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), ...(hasSeconds ? [date.getSeconds()] : [])];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
