// Hydrates a page: at once where it came with its scripts, at the first sign of intent where it is static.
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepScroll } from "./navigation/keep-scroll";
import { prepareForHydration } from "./navigation/prepare-for-hydration";
import { reloadStaleBuild, trackDestination } from "./navigation/stale-build";

function hydrate(): void {
  keepScroll();
  reloadStaleBuild();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter instrumentations={[trackDestination]} />
      </StrictMode>,
    );
  });
}

void prepareForHydration().then(hydrate);
