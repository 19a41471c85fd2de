import type { HydratedRouterProps } from "react-router/dom";

type Instrumentation = NonNullable<HydratedRouterProps["instrumentations"]>[number];

/** Where a navigation is leading; null when none is under way. */
let destination: string | null = null;

/** Notes where each navigation leads; a form's address is that of its action, which is no page to open. */
export const trackDestination: Instrumentation = {
  router: ({ instrument }) =>
    instrument({
      async navigate(go, { to, formMethod }) {
        const mine = typeof to === "string" && !formMethod ? to : null;
        destination = mine;
        await go();
        if (destination === mine) destination = null;
      },
    }),
};

/**
 * Leads on to the page that was asked for when its code is gone, after a deployment. React Router reloads the page that is there
 * then, which would lose what was tapped. A browser without the Navigation API does that.
 */
export function reloadStaleBuild(): void {
  if (!("navigation" in window)) return;
  // A step through the history is no navigation to note: what was under way before it is given up.
  addEventListener("popstate", () => {
    destination = null;
  });
  navigation.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || event.userInitiated || destination === null) return;
    event.preventDefault();
    const to = destination;
    // The document may come back out of the browser's memory, and be reloaded then for another reason.
    destination = null;
    location.assign(to);
  });
}
