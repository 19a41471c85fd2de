// The pages of the built app. A module of its own, since an isolate that answers with cached pages alone never needs it.
import { bootstrap } from "virtual:bootstrap";
import * as build from "virtual:react-router/server-build";
import type { Bindings } from "../config";
import { STYLE_RULES_FILE, type StyleRule } from "./critical-css";
import { createPageRenderer } from "./render";
import { type StaticPage, toStaticPage } from "./static-page";

export const renderBuilt = createPageRenderer(build, import.meta.env.MODE);

/** Read with the first page that is made static. */
let styles: StyleRule[] | undefined;

export async function makeBuiltStatic(rendered: string, { ASSETS }: Bindings): Promise<StaticPage> {
  styles ??= await (await ASSETS.fetch(`https://assets/${STYLE_RULES_FILE}`)).json<StyleRule[]>();
  return toStaticPage(rendered, { bootstrap, styles });
}
