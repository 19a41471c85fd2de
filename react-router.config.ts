import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table travels with the first page, so that no /__manifest request exists to go stale after a deployment.
  routeDiscovery: { mode: "initial" },
  // A route's code for the browser is small: cut further it only grows, by what each part repeats.
  splitRouteModules: false,
} satisfies Config;
