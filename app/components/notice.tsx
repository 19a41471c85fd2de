import { useEffect, useState, useSyncExternalStore } from "react";
import { useBlocker, useLocation } from "react-router";
import { getNotice, setNotice, subscribeToNotice } from "../lib/notice";
import { UNREACHABLE } from "../lib/unreachable";
import { useOnline } from "../lib/use-online";
import { linkVariants } from "./ui/link-variants";

const OFFLINE = `${UNREACHABLE} Nothing on this page is lost.`;
/** When the browser reports that it is offline, the site counts as unreachable if it does not answer within this time, in milliseconds. */
const REACHABLE_WITHIN_MS = 5_000;
const getServerNotice = () => null;

/** Shows the notice (see lib/notice.ts), and blocks navigation while the browser is offline. */
export function Notice() {
  const notice = useSyncExternalStore(subscribeToNotice, getNotice, getServerNotice);
  const isOnline = useOnline();
  const [isChecking, setChecking] = useState(false);
  const { key } = useLocation();
  // A navigation hides the notice.
  useEffect(() => setNotice(null), [key]);
  useEffect(() => {
    if (isOnline && getNotice()?.message === OFFLINE) setNotice(null);
  }, [isOnline]);
  return (
    <>
      {/* It stays until the site has answered, also when the browser is online again. Without it, React Router forgets the blocked navigation. */}
      {(!isOnline || isChecking) && <OfflineBlocker onCheck={setChecking} />}
      {notice && (
        <div className="pointer-events-none fixed inset-x-0 bottom-0 z-30 print:hidden" role="alert">
          <div className="pointer-events-auto mx-auto mb-[max(1rem,env(safe-area-inset-bottom))] flex w-[calc(100%-2rem)] max-w-form flex-wrap items-start gap-x-6 border-control border-l-5 border-edge border-l-dye bg-surface px-4.5 py-1.25 leading-relaxed floating">
            <span className="min-w-0 flex-auto basis-56 py-2.25">{notice.message}</span>
            {notice.onRetry && (
              <button
                type="button"
                className={linkVariants({ button: true, standalone: true })}
                onClick={notice.onRetry}
              >
                Try again
              </button>
            )}
            <button
              type="button"
              className={linkVariants({ button: true, standalone: true })}
              onClick={() => setNotice(null)}
            >
              Dismiss
            </button>
          </div>
        </div>
      )}
    </>
  );
}

/**
 * Blocks navigation to other pages, unless the site can be reached after all: beside a VPN, some browsers say that they are offline and are
 * not. React Router would reload the document for a page that it cannot fetch, and form input would be lost. A form that posts to its own
 * page is not blocked: it shows its own error. Rendered only while offline, since React Router warns about a blocker at every fragment link.
 */
function OfflineBlocker({ onCheck }: { onCheck: (isChecking: boolean) => void }) {
  const blocker = useBlocker(
    ({ currentLocation: current, nextLocation: next }) =>
      current.pathname !== next.pathname || current.search !== next.search,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let isLatest = true;
    onCheck(true);
    void canReachSite().then((isReachable) => {
      // A later click is blocked by now, and asks by itself.
      if (!isLatest) return;
      onCheck(false);
      if (isReachable || navigator.onLine) return blocker.proceed();
      blocker.reset();
      setNotice(OFFLINE);
    });
    return () => {
      isLatest = false;
    };
  }, [blocker, onCheck]);
  return null;
}

async function canReachSite(): Promise<boolean> {
  try {
    await fetch("/favicon.svg", {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(REACHABLE_WITHIN_MS),
    });
    return true;
  } catch {
    return false;
  }
}
