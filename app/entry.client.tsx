// Hydrates the page. A static page loads this at the first sign of intent (see bootstrap/intent.ts), other pages at once.
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepTypedInput } from "./forms/keep-typed-input";
import { followTranslation } from "./lib/follow-translation";
import { allowInertMarkup } from "./lib/trusted-types";
import { keepScroll } from "./navigation/keep-scroll";
import { prepareForHydration } from "./navigation/prepare-for-hydration";
import { reloadStaleBuild, trackDestination } from "./navigation/stale-build";

allowInertMarkup();
followTranslation();

function hydrate(): void {
  keepScroll();
  reloadStaleBuild();
  const restoreTypedInput = keepTypedInput();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter instrumentations={[trackDestination]} />
      </StrictMode>,
      {
        onRecoverableError(error) {
          console.error(error);
          restoreTypedInput();
        },
      },
    );
  });
}

void prepareForHydration().then(hydrate);
