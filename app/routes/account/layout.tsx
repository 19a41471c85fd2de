// Around every member page: follows what the member changes on other devices, and notes whose page it is.
import { type ComponentType, useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useRootData } from "../../root";
import { claimHistoryEntry } from "./history-entry";

export default function AccountLayout() {
  const [LiveUpdates, setLiveUpdates] = useState<ComponentType | null>(null);
  const location = useLocation();
  const memberId = useRootData()?.member?.id ?? "";
  const page = location.pathname + location.search;
  // A page keeps the member who opened it, also when another one has signed in and it is revalidated: its forms do, too.
  const [opened, setOpened] = useState({ page, memberId });
  if (opened.page !== page) setOpened({ page, memberId });
  // A link to a part of the page makes another entry.
  useEffect(() => claimHistoryEntry(opened.memberId), [location, opened.memberId]);
  // Fetched after hydration, which it must not delay. `useLazyComponent` would be in a file of its own then, which sign-up waits for.
  // No effect runs in the Worker: the condition keeps the code out of its build.
  useEffect(() => {
    if (import.meta.env.SSR) return;
    import("../../live/live-updates").then(
      (module) => setLiveUpdates(() => module.LiveUpdates),
      // The page works without it, and shows changes when it is loaded again.
      (error: unknown) => console.warn("changes of other devices are not followed", error),
    );
  }, []);
  return (
    <>
      <Outlet />
      {LiveUpdates && <LiveUpdates />}
    </>
  );
}
