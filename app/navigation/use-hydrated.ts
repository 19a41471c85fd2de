import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** False on the server and for the first render in the browser, then true. For controls that need JavaScript. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
