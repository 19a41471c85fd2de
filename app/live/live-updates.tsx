// Keeps a member's page up to date with what they change on other devices, and ends it when its session ends there.
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useMatches, useNavigation, useRevalidator } from "react-router";
import type { Change } from "../contract/realtime";
import { leaveEndedSession } from "../lib/sign-out";
import { endBackgroundRead, readInBackground } from "./background-read";
import { startLiveConnection } from "./live-connection";
import { describePending, mergePending, type PendingChanges, toPending } from "./pending-changes";
import { readAccount } from "./read-account";

/** The pages that follow what changes, and what each of them shows. The others are forms, which keep what they began with. */
const SHOWN: Readonly<Record<string, readonly Change[]>> = {
  "/dashboard": ["account", "profile", "files"],
  "/settings": ["account", "profile", "sessions"],
};

/** For so long after a navigation or a saved form, a change is most likely one that the page has told already, in milliseconds. */
const OWN_CHANGE_MS = 2_500;
/** The waits after the page could not be read again, in milliseconds: one after the other, then the last. */
const RETRY_MS = [5_000, 10_000, 30_000, 60_000] as const;

export function LiveUpdates() {
  const { pathname } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  const latestMatches = useRef(matches);
  const [announcement, setAnnouncement] = useState("");
  /** What has changed and is not shown yet. */
  const pending = useRef<PendingChanges | null>(null);
  const isReading = useRef(false);
  const failures = useRef(0);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigatedAt = useRef(0);
  const isNavigating = useRef(false);

  const catchUp = useCallback(async () => {
    const changed = pending.current;
    const shown = SHOWN[pathname];
    // The connection, too, rests meanwhile, and reports afterwards that anything may have changed.
    const isAway = document.hidden || !navigator.onLine;
    if (!changed || isReading.current || !isIdle || !shown || isTyping() || isAway) return;
    clearTimeout(retry.current);
    pending.current = null;
    const visible = changed.changes.filter((change) => shown.includes(change));
    if (visible.length === 0) return;
    isReading.current = true;
    // The same sentence is announced again only when it was gone.
    setAnnouncement("");
    // The account is read first: the header needs its name, and a session that has ended is noticed.
    const account = await readAccount();
    const shownData = new Map(latestMatches.current.map(({ id, loaderData }) => [id, loaderData]));
    // The member is leaving the page, or has left it. Another page has been read since the change.
    const isOutdated = isNavigating.current || location.pathname !== pathname;
    const isRead = account === "member" && !isOutdated && (await readInBackground(revalidate, pathname, shownData));
    isReading.current = false;
    if (account === "guest" && !isNavigating.current && leaveEndedSession()) return;
    if (isRead) {
      failures.current = 0;
      if (Date.now() - navigatedAt.current > OWN_CHANGE_MS)
        setAnnouncement(describePending({ ...changed, changes: visible }));
      return void latest.current();
    }
    if (account === "member" && isOutdated) {
      // A form that is refused, or a navigation that is given up, reads nothing.
      if (isNavigating.current) pending.current = mergePending(changed, pending.current);
      return void latest.current();
    }
    pending.current = mergePending(changed, pending.current);
    retry.current = setTimeout(() => void latest.current(), RETRY_MS[failures.current] ?? RETRY_MS[3]);
    failures.current += 1;
  }, [isIdle, pathname, revalidate]);
  const latest = useRef(catchUp);

  useEffect(() => {
    latestMatches.current = matches;
  }, [matches]);

  useEffect(() => {
    latest.current = catchUp;
    void catchUp();
  }, [catchUp]);

  useEffect(() => {
    if (isIdle === !isNavigating.current) return;
    navigatedAt.current = Date.now();
    isNavigating.current = !isIdle;
    // What has changed before a page is read, it shows.
    if (!isIdle) {
      pending.current = null;
      endBackgroundRead();
    }
    setAnnouncement("");
  }, [isIdle]);

  useEffect(() => {
    // When the focus has moved on.
    const onFocusOut = () => setTimeout(() => void latest.current());
    document.addEventListener("focusout", onFocusOut);
    const stop = startLiveConnection({
      onChange(changes) {
        pending.current = mergePending(toPending(changes), pending.current);
        void latest.current();
      },
      // A form that is being sent may end the session itself, as a deletion of the account does. Its answer says more.
      onEnd: () => !isNavigating.current && leaveEndedSession(),
    });
    return () => {
      document.removeEventListener("focusout", onFocusOut);
      stop();
      latest.current = async () => {};
      clearTimeout(retry.current);
    };
  }, []);

  return (
    <p className="sr-only" aria-live="polite">
      {announcement}
    </p>
  );
}

/** True while somebody types or chooses: the page must not change around them. */
function isTyping(): boolean {
  return document.activeElement?.matches("input, select, textarea") ?? false;
}
