import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and for the first render in the browser, true from then on: for controls that only scripts can work. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
