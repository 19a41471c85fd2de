import { useEffect } from "react";
import { leaveEndedSession, leaveGuestForm, onCrossTabSignOut } from "./sign-out";

/**
 * When somebody signs out in another tab, leaves a member's page, and empties a guest's form. Reloads a member's page when it returns from the
 * back/forward cache.
 */
export function useCrossTabSignOut(isMember: boolean): void {
  useEffect(() => {
    if (!isMember) return onCrossTabSignOut(leaveGuestForm);
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
