import type { HydratedRouterProps } from "react-router/dom";

type Instrumentation = NonNullable<HydratedRouterProps["instrumentations"]>[number];

/** The pending navigation, and the path of its page; null for a form, until the server redirects. */
let pending: { destination: string | null } | null = null;

/** Records the destination of each navigation. That of a form is not known yet: its URL is an action's, not a page's. */
export const trackDestination: Instrumentation = {
  router: ({ instrument }) =>
    instrument({
      async navigate(callNavigate, { to, formMethod }) {
        const current = { destination: typeof to === "string" && !formMethod ? to : null };
        pending = current;
        await callNavigate();
        if (pending === current) pending = null;
      },
    }),
};

/** Records where the server redirects after the form of the pending navigation. */
export function expectRedirect(path: string | null): void {
  if (pending) pending.destination = path;
}

/**
 * Opens the page that the visitor wanted when its code is gone after a deployment. React Router then reloads the current page, so the
 * visitor would have to click again, or see a form that is saved already. Browsers without the Navigation API keep that behaviour.
 */
export function reloadStaleBuild(): void {
  if (!("navigation" in window)) return;
  // Back and forward cancel the pending navigation.
  addEventListener("popstate", () => {
    pending = null;
  });
  navigation.addEventListener("navigate", (event) => {
    const destination = pending?.destination;
    if (event.navigationType !== "reload" || event.userInitiated || !destination) return;
    event.preventDefault();
    // The document may return from the back/forward cache, and be reloaded for another reason.
    pending = null;
    location.assign(destination);
  });
}
