import type { HydratedRouterProps } from "react-router/dom";

type Instrumentation = NonNullable<HydratedRouterProps["instrumentations"]>[number];

/** The path of the pending navigation; null when there is none. */
let destination: string | null = null;

/** Records the destination of each navigation. Form submissions are left out: their URL is an action's, not a page's. */
export const trackDestination: Instrumentation = {
  router: ({ instrument }) =>
    instrument({
      async navigate(callNavigate, { to, formMethod }) {
        const path = typeof to === "string" && !formMethod ? to : null;
        destination = path;
        await callNavigate();
        if (destination === path) destination = null;
      },
    }),
};

/**
 * Opens the page that the visitor wanted when its code is gone after a deployment. React Router then reloads the current page, so the
 * visitor would have to click again. Browsers without the Navigation API keep that behaviour.
 */
export function reloadStaleBuild(): void {
  if (!("navigation" in window)) return;
  // Back and forward cancel the pending navigation.
  addEventListener("popstate", () => {
    destination = null;
  });
  navigation.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || event.userInitiated || destination === null) return;
    event.preventDefault();
    const to = destination;
    // The document may return from the back/forward cache, and be reloaded for another reason.
    destination = null;
    location.assign(to);
  });
}
