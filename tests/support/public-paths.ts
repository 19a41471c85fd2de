// Paths of public pages.
import { LEGAL_NAVIGATION, MAIN_NAVIGATION } from "../../app/content/navigation";

/** A path that the site does not have. */
export const NOT_FOUND_PATH = "/nowhere";

/** One of each kind of public page. */
export const PUBLIC_PATHS: readonly string[] = [
  ...MAIN_NAVIGATION.map(({ to }) => to),
  "/stories?category=startup",
  "/stories/kumasi-loom",
  ...LEGAL_NAVIGATION.map(({ to }) => to),
  NOT_FOUND_PATH,
];
