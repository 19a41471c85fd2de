import { useEffect, useSyncExternalStore } from "react";
import { useBlocker, useLocation } from "react-router";
import { noticeWords, onNotice, setNotice } from "../lib/notice";
import { UNREACHABLE } from "../lib/unreachable";
import { useOnline } from "../lib/use-online";

const OFFLINE = `${UNREACHABLE} Nothing on this page is lost.`;
const nothing = () => null;

/** The message over the page, and the guard that keeps the page while there is no connection. */
export function Notice() {
  const words = useSyncExternalStore(onNotice, noticeWords, nothing);
  const isOnline = useOnline();
  const { key } = useLocation();
  // The next page takes the message away.
  useEffect(() => setNotice(null), [key]);
  useEffect(() => {
    if (isOnline && noticeWords() === OFFLINE) setNotice(null);
  }, [isOnline]);
  return (
    <>
      {!isOnline && <StayHere />}
      {words && (
        <div className="notice" role="alert">
          <div className="status is-note">
            <span>{words}</span>
            <button type="button" className="link-button toggle" onClick={() => setNotice(null)}>
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
