// Brings a page to life: at once where it came with its scripts, at the first sign of intent where it was settled.
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepScroll } from "./lib/keep-scroll";
import { leadOnAfterDeployment, noteDestination } from "./lib/lead-on";
import { unsettle } from "./lib/unsettle";

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

void unsettle().then(hydrate);
