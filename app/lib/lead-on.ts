import type { HydratedRouterProps } from "react-router/dom";

type Instrumentation = NonNullable<HydratedRouterProps["instrumentations"]>[number];

/** Where a navigation is leading; null when none is under way. */
let destination: string | null = null;

/** Notes where each navigation leads. */
export const noteDestination: Instrumentation = {
  router: ({ instrument }) =>
    instrument({
      async navigate(go, { to }) {
        const mine = typeof to === "string" ? to : null;
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
export function leadOnAfterDeployment(): void {
  if (!("navigation" in window)) return;
  navigation.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || event.userInitiated || destination === null) return;
    event.preventDefault();
    location.assign(destination);
  });
}
