// Keeps a member's page up to date with what they change on other devices, and ends it when its session ends there.
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation, useRevalidator } from "react-router";
import type { Change } from "../contract/realtime";
import { leaveEndedSession } from "../lib/sign-out";
import { startLiveConnection } from "./live-connection";

/** The pages that show what changes. The others are forms, which keep what they began with. */
const FOLLOWING_PAGES: readonly string[] = ["/dashboard", "/settings"];

const CHANGE_NAMES: Readonly<Record<Change, string>> = {
  account: "your account",
  profile: "your profile",
  files: "your file",
  sessions: "the list of your devices",
};

/** For so long after a navigation or a saved form, a change is most likely one that the page has told already, in milliseconds. */
const OWN_CHANGE_MS = 2_500;
/** The wait after the page could not be read again, in milliseconds. */
const RETRY_MS = 5_000;

export function LiveUpdates() {
  const { pathname } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const { revalidate } = useRevalidator();
  const [announcement, setAnnouncement] = useState("");
  /** What has changed and is not shown yet; null when nothing has. An empty list: anything may have. */
  const pending = useRef<readonly Change[] | null>(null);
  const isReading = useRef(false);
  const navigatedAt = useRef(0);
  const isNavigating = useRef(false);

  const catchUp = useCallback(async () => {
    const changes = pending.current;
    if (!changes || isReading.current || !isIdle || !FOLLOWING_PAGES.includes(pathname) || isTyping()) return;
    pending.current = null;
    isReading.current = true;
    // The same sentence is announced again only when it was gone.
    setAnnouncement("");
    if (await canRead()) {
      await revalidate();
      if (Date.now() - navigatedAt.current > OWN_CHANGE_MS) setAnnouncement(announce(changes));
    } else {
      pending.current = merge(changes, pending.current);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    isReading.current = false;
    void latest.current();
  }, [isIdle, pathname, revalidate]);
  const latest = useRef(catchUp);

  useEffect(() => {
    latest.current = catchUp;
    void catchUp();
  }, [catchUp]);

  useEffect(() => {
    if (isIdle === !isNavigating.current) return;
    navigatedAt.current = Date.now();
    isNavigating.current = !isIdle;
    // What has changed before a page is read, it shows.
    if (!isIdle) pending.current = null;
    setAnnouncement("");
  }, [isIdle]);

  useEffect(() => {
    // When the focus has moved on.
    const onFocusOut = () => setTimeout(() => void latest.current());
    document.addEventListener("focusout", onFocusOut);
    const stop = startLiveConnection({
      onChange(changes) {
        pending.current = merge(pending.current, changes);
        void latest.current();
      },
      // A form that is being sent may end the session itself, as a deletion of the account does. Its answer says more.
      onEnd: () => !isNavigating.current && leaveEndedSession(),
    });
    return () => {
      document.removeEventListener("focusout", onFocusOut);
      stop();
      latest.current = async () => {};
    };
  }, []);

  return (
    <p className="sr-only" aria-live="polite">
      {announcement}
    </p>
  );
}

/** Both lists in one, where an empty list stands for anything. */
function merge(some: readonly Change[] | null, others: readonly Change[] | null): readonly Change[] {
  return [...new Set([...(some ?? []), ...(others ?? [])])];
}

/** True while somebody types or chooses: the page must not change around them. */
function isTyping(): boolean {
  return document.activeElement?.matches("input, select, textarea") ?? false;
}

/**
 * Whether the page can be read again. When its data could not be loaded, it would be replaced by an error, although it is complete. The
 * response also gives the session cookie a new name, which the header shows.
 */
async function canRead(): Promise<boolean> {
  try {
    return (await fetch("/api/account")).ok;
  } catch {
    return false;
  }
}

/** What a screen reader announces, without interrupting. After a lost connection nobody knows what changed. */
function announce(changes: readonly Change[]): string {
  const names = changes.map((change) => CHANGE_NAMES[change]);
  return names.length > 0 ? `This page was just updated: ${names.join(", ")}.` : "";
}
