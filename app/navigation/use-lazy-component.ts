import { type ComponentType, useEffect, useState } from "react";

/**
 * A part of the page that few visitors come to see, whose code is fetched when it is first wanted.
 * @param onLost told when it could not be fetched; it is asked for again the next time it is wanted
 * @returns null until it is here
 */
export function useLazyComponent<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onLost: () => void,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  // Once for each time it is wanted.
  useEffect(() => {
    if (!isWanted || Part) return;
    let isAwaited = true;
    load().then(
      (loaded) => {
        if (isAwaited) setPart(() => loaded);
      },
      (error: unknown) => {
        console.warn("a part of the page could not be fetched", error);
        if (isAwaited) onLost();
      },
    );
    return () => {
      isAwaited = false;
    };
  }, [isWanted]);
  return Part;
}
