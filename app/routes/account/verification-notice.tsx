// The quiet notice of a member whose address is not proven yet. It asks for nothing that anything depends on.

import { type ReactNode, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "../../components/ui/button";
import { statusVariants } from "../../components/ui/status";
import { VERIFICATION_COOLDOWN_SECONDS } from "../../contract/limits";
import { loadDraft, saveDraft } from "../../forms/draft";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import { LocalMailbox } from "../auth/link-page";

export interface VerificationActionData {
  /** Why no mail went out; null when one did. */
  error: string | null;
  /** After a mail was sent: another one may be asked for in so many seconds. */
  againInSeconds: number;
  /** When a browser had this answer, in milliseconds since 1970 by its own clock; without scripts nobody knows. */
  at?: number;
}

interface VerificationNoticeProps {
  memberId: string;
  email: string;
  /** What became of the mail, where the page was asked for it as a document. */
  actionData: VerificationActionData | undefined;
  /** True on the page that follows a mail that was sent. */
  wasSent: boolean;
}

export function VerificationNotice({ memberId, email, actionData, wasSent }: VerificationNoticeProps) {
  const fetcher = useFetcher<VerificationActionData>();
  const isBusy = fetcher.state !== "idle";
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);
  const recalled = useSentBefore(memberId, fetcher.data);
  const latest = fetcher.data ?? actionData ?? recalled;
  const isSent = latest ? latest.error === null : wasSent;
  /** When it was sent and when another may be, by this browser's clock; without scripts nobody knows. */
  const at = (isSent && latest?.at) || null;
  const again = at && latest && at + latest.againInSeconds * 1000;
  const mayAsk = useIsDue(again ?? null);
  return (
    <section className={statusVariants({ tone: "note" })} aria-label="Your email">
      <div className="min-w-0 grow basis-80" role="status">
        {isSent ? (
          <>
            <b>A mail is on its way to {address(email)}.</b>{" "}
            {at === null ? "We sent it just now." : `We sent it at ${clock(at)}.`} Open the link in it within an hour.
            {!again && " You can ask for another one in a minute."}
            {again && !mayAsk && ` You can ask for another one at ${clock(again, true)}.`}
          </>
        ) : (
          <>
            <b>Your email is not confirmed yet.</b> We send a link to {address(email)}. Once you have opened it, you can
            get a new password by mail. You can use everything until then.
          </>
        )}
        {isSent && <LocalMailbox />}
        {latest?.error && <p className="mt-1.5 font-semibold">{latest.error}</p>}
      </div>
      <fetcher.Form method="post" action="/dashboard" onSubmit={preventDoubleSubmit}>
        <Button variant="outline" size="small" busy={isBusy || !mayAsk} busyLabel={isBusy ? "Sending..." : "Sent"}>
          {isSent ? "Send it again" : "Send me the link"}
        </Button>
      </fetcher.Form>
    </section>
  );
}

const address = (email: string): ReactNode => <span className="wrap-anywhere">{email}</span>;

/** How long the link in the mail holds. */
const LINK_MS = 60 * 60 * 1000;

/** The mail that this tab asked for before it was reloaded, while its link holds. */
function useSentBefore(
  memberId: string,
  latest: VerificationActionData | undefined,
): VerificationActionData | undefined {
  const [recalled, setRecalled] = useState<VerificationActionData>();
  const name = `verification:${memberId}`;
  useEffect(() => {
    const at = Number(loadDraft(name)?.at);
    if (Date.now() - at < LINK_MS) setRecalled({ error: null, againInSeconds: VERIFICATION_COOLDOWN_SECONDS, at });
  }, [name]);
  useEffect(() => {
    if (latest?.error === null && latest.at) saveDraft(name, { at: String(latest.at) });
  }, [name, latest]);
  return recalled;
}

/** False until a moment has come; renders again when it has. */
function useIsDue(moment: number | null): boolean {
  const [past, setPast] = useState<number | null>(null);
  useEffect(() => {
    if (moment === null) return;
    const timer = setTimeout(() => setPast(moment), moment - Date.now());
    return () => clearTimeout(timer);
  }, [moment]);
  return moment === null || moment === past;
}

/** "14:05", or "14:05:09": by hand, so that it reads alike everywhere. */
function clock(time: number, hasSeconds = false): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), ...(hasSeconds ? [date.getSeconds()] : [])];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
