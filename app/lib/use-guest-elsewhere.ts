import { useEffect } from "react";
import { forgetForms } from "./draft";
import { onLogOutElsewhere } from "./log-out";

/** Leaves a member's page once somebody has logged out in another tab, and asks for it anew when the way back leads to a copy of it. */
export function useGuestElsewhere(isMember: boolean): void {
  useEffect(() => {
    if (!isMember) return;
    const stop = onLogOutElsewhere(() => {
      forgetForms();
      location.replace("/login?ended");
    });
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    window.addEventListener("pageshow", onShow);
    return () => {
      stop();
      window.removeEventListener("pageshow", onShow);
    };
  }, [isMember]);
}
