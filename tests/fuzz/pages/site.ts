// The addresses of the site: the paths of its routes, with `:name` for what varies.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../../app/routes";

interface Route {
  /** Such as "/stories/:id". */
  path: string;
  /** Whether it has an action, and so takes forms. */
  hasAction: boolean;
}

const APP = join(import.meta.dirname, "../../../app");

function flatten(entries: readonly RouteConfigEntry[], parent = ""): Route[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    if (children) return flatten(children, own);
    if (path === undefined && !index) return [];
    const hasAction = /^export (async )?(function|const) action\b|^export \{[^}]*\baction\b/m.test(
      readFileSync(join(APP, file), "utf8"),
    );
    return [{ path: own || "/", hasAction }];
  });
}

export const ROUTES: readonly Route[] = flatten(await routes);

/** The path of a page that exists. @param path of a route */
export function pagePath(path: string): string {
  return path.replace(":id", "kumasi-loom").replace("*", "nowhere");
}
