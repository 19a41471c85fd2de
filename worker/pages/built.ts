// Renders pages of the built app. Imported dynamically, since an isolate that serves only cached pages does not need it.
import { bootstrap } from "virtual:bootstrap";
import * as build from "virtual:react-router/server-build";
import type { Bindings } from "../config";
import { STYLE_RULES_FILE, type StyleRule } from "./critical-css";
import { createPageRenderer } from "./render";
import { type StaticPage, toStaticPage } from "./static-page";

export const renderBuilt = createPageRenderer(build, import.meta.env.MODE);

/** Loaded when the first page is made static. */
let styles: StyleRule[] | undefined;

export async function makeBuiltStatic(rendered: string, { ASSETS }: Bindings): Promise<StaticPage> {
  styles ??= await (await ASSETS.fetch(`https://assets/${STYLE_RULES_FILE}`)).json<StyleRule[]>();
  return toStaticPage(rendered, { bootstrap, styles });
}
