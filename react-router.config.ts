import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table travels with the first page, so that no /__manifest request exists to go stale after a deployment.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
