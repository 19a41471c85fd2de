import { type ComponentType, useEffect, useState } from "react";

/**
 * Loads the code of a component when it is first needed. For parts of a page that few visitors open.
 * @param isNeeded true while the component is to be shown
 * @param onError called with the error of `importAfterFetch` when the code could not be fetched; the next change of `isNeeded` to true tries again
 * @returns the component; null until its code has loaded
 */
export function useLazyComponent<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
  onError: (error: unknown) => void,
): ComponentType<Props> | null {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  // `load` and `onError` are no dependencies: callers pass new functions with each render.
  useEffect(() => {
    if (!isNeeded || Component) return;
    let isCurrent = true;
    load().then(
      (loaded) => {
        if (isCurrent) setComponent(() => loaded);
      },
      (error: unknown) => {
        console.warn("a component could not be fetched", error);
        if (isCurrent) onError(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded]);
  return Component;
}
