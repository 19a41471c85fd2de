import { useEffect, useSyncExternalStore } from "react";
import { useBlocker, useLocation } from "react-router";
import { getNotice, setNotice, subscribeToNotice } from "../lib/notice";
import { UNREACHABLE } from "../lib/unreachable";
import { useOnline } from "../lib/use-online";
import { linkVariants } from "./ui/link-variants";

const OFFLINE = `${UNREACHABLE} Nothing on this page is lost.`;
const nothing = () => null;

/** The message over the page, and the guard that keeps the page while there is no connection. */
export function Notice() {
  const words = useSyncExternalStore(subscribeToNotice, getNotice, nothing);
  const isOnline = useOnline();
  const { key } = useLocation();
  // The next page takes the message away.
  useEffect(() => setNotice(null), [key]);
  useEffect(() => {
    if (isOnline && getNotice() === OFFLINE) setNotice(null);
  }, [isOnline]);
  return (
    <>
      {!isOnline && <StayHere />}
      {words && (
        // At the lower edge, where a thumb is.
        <div className="pointer-events-none fixed inset-x-0 bottom-0 z-30 print:hidden" role="alert">
          <div className="pointer-events-auto mx-auto mb-[max(1rem,env(safe-area-inset-bottom))] flex w-[calc(100%-2rem)] max-w-form flex-wrap items-start gap-3 border-control border-l-5 border-edge border-l-dye bg-surface px-4.5 py-3.5 leading-relaxed floating">
            <span className="min-w-0 flex-auto basis-56">{words}</span>
            <button type="button" className={linkVariants({ button: true })} onClick={() => setNotice(null)}>
              Dismiss
            </button>
          </div>
        </div>
      )}
    </>
  );
}

/**
 * Keeps the page that is there: React Router would reload the document for a page that it cannot fetch, and what was typed would be
 * gone. Only there without a connection, since a blocker complains about every link to a fragment. A form that posts to its own page
 * goes on, and says itself what happened.
 */
function StayHere() {
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) => here.pathname !== next.pathname || here.search !== next.search,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    setNotice(OFFLINE);
  }, [blocker]);
  return null;
}
