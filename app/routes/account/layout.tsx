// Around every member page: follows what the member changes on other devices.
import { type ComponentType, useEffect, useState } from "react";
import { Outlet } from "react-router";

export default function AccountLayout() {
  const [LiveUpdates, setLiveUpdates] = useState<ComponentType | null>(null);
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
