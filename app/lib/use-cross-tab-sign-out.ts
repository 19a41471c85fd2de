import { useEffect } from "react";
import { leaveEndedSession, onCrossTabSignOut } from "./sign-out";

/** Leaves a member's page when the member signs out in another tab, and reloads it when it returns from the back/forward cache. */
export function useCrossTabSignOut(isMember: boolean): void {
  useEffect(() => {
    if (!isMember) return;
    const stop = onCrossTabSignOut(leaveEndedSession);
    // Hidden before it enters the back/forward cache: whoever presses Back later may be somebody else.
    const onHide = () => {
      document.body.hidden = true;
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    window.addEventListener("pagehide", onHide);
    window.addEventListener("pageshow", onShow);
    return () => {
      stop();
      window.removeEventListener("pagehide", onHide);
      window.removeEventListener("pageshow", onShow);
    };
  }, [isMember]);
}
