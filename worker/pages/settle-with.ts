// Joins settling to a build: the scripts it was compiled with, and its stylesheets as the Worker reads them.
import type { Bindings } from "../env";
import { type Bootstrap, type SettledPage, settlePage } from "./settle";

/** Settles pages of the build whose assets are bound to the Worker. */
export function settleWith(bootstrap: Bootstrap) {
  return (rendered: string, { ASSETS }: Bindings): Promise<SettledPage> =>
    settlePage(rendered, {
      bootstrap,
      readStylesheet: async (path) => (await ASSETS.fetch(`https://assets${path}`)).text(),
    });
}
