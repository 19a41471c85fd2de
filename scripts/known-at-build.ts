// Tells the browser's copy of React Router, when it is built, what the site has settled for good. It asks only when it runs, so that
// a build has to carry both answers.
import type { Plugin } from "vite";

interface Fact {
  /** The module that asks, in `react-router/dist/production/lib`. */
  file: string;
  asks: string;
  answer: string;
}

const FACTS: readonly Fact[] = [
  // `routeDiscovery` of react-router.config.ts: the whole route table comes with the page, and no other way of finding routes is on.
  { file: "dom/ssr/fog-of-war.js", asks: "!isFogOfWarEnabled(routeDiscovery, ssr)", answer: "true" },
  { file: "dom/ssr/components.js", asks: "isFogOfWarEnabled(routeDiscovery, ssr)", answer: "false" },
  {
    file: "dom-export/hydrated-router.js",
    asks: "ssrInfo.context.future.unstable_customRouteDiscovery",
    answer: "false",
  },
  { file: "router/router.js", asks: "future.unstable_customRouteDiscovery", answer: "false" },
  // `ssr` of react-router.config.ts: the server renders every page, and the browser writes none of the scripts that start it.
  { file: "dom-export/hydrated-router.js", asks: "ssrInfo.context.isSpaMode", answer: "false" },
  { file: "dom-export/hydrated-router.js", asks: "ssrInfo.context.unstable_apiOnly", answer: "false" },
  { file: "dom/ssr/components.js", asks: "staticContext ?", answer: "false ?" },
  { file: "dom/ssr/components.js", asks: "!isStatic ?", answer: "true ?" },
  // `splitRouteModules` of react-router.config.ts: a route is one module.
  { file: "dom/ssr/routes.js", asks: "route.clientLoaderModule", answer: "undefined" },
  { file: "dom/ssr/routes.js", asks: "route.clientActionModule", answer: "undefined" },
  { file: "dom/ssr/routes.js", asks: "route.clientMiddlewareModule", answer: "undefined" },
  // There are no server components.
  { file: "context.js", asks: "return React$1.useContext(RSCRouterContext);", answer: "return false;" },
  { file: "hooks.js", asks: "if (this.context", answer: "if (false" },
  // Only the development server replaces routes while they run.
  {
    file: "dom-export/hydrated-router.js",
    asks: "router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;",
    answer: "",
  },
  // No link has its page fetched before it is followed, which a unit test holds the site to.
  {
    file: "dom/ssr/components.js",
    asks: "function PrefetchPageLinks({ page, ...linkProps }) {",
    answer: "function PrefetchPageLinks() {\n\treturn null;",
  },
  { file: "dom/lib.js", asks: "usePrefetchBehavior(prefetch, rest)", answer: "[false, null, {}]" },
];

/** @throws when React Router asks otherwise than it did, as another version may: then the fact is to be looked at again */
export function knownAtBuild(): Plugin {
  return {
    name: "navarambh:known-at-build",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/lib\// },
      handler(code, id) {
        const facts = FACTS.filter(({ file }) => id.endsWith(`/production/lib/${file}`));
        if (facts.length === 0) return undefined;
        return facts.reduce((told, { asks, answer }) => {
          if (!told.includes(asks)) throw new Error(`${id} does not ask "${asks}" any more`);
          return told.replaceAll(asks, answer);
        }, code);
      },
    },
  };
}
