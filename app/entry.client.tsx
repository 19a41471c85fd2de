// Hydrates a page: at once where it came with its scripts, at the first sign of intent where it is static.
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepScroll } from "./lib/keep-scroll";
import { leadOnAfterDeployment, noteDestination } from "./lib/lead-on";
import { prepareForHydration } from "./lib/prepare-for-hydration";

function hydrate(): void {
  keepScroll();
  leadOnAfterDeployment();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter instrumentations={[noteDestination]} />
      </StrictMode>,
    );
  });
}

void prepareForHydration().then(hydrate);
