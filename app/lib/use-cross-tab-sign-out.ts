import { useEffect } from "react";
import { clearForms } from "../forms/draft";
import { onCrossTabSignOut } from "./log-out";

/** Leaves a member's page once somebody has logged out in another tab, and asks for it anew when the way back leads to a copy of it. */
export function useCrossTabSignOut(isMember: boolean): void {
  useEffect(() => {
    if (!isMember) return;
    const stop = onCrossTabSignOut(() => {
      clearForms();
      location.replace("/login?ended");
    });
    // A page that the browser keeps for the way back is kept blank: who comes back to it may be somebody else.
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
