// The public pages, one of each kind.
import { LEGAL_NAVIGATION, MAIN_NAVIGATION } from "../../app/content/navigation";

export const PUBLIC_PATHS: readonly string[] = [
  ...MAIN_NAVIGATION.map(({ to }) => to),
  "/stories?category=startup",
  "/stories/kumasi-loom",
  ...LEGAL_NAVIGATION.map(({ to }) => to),
  "/nowhere",
];
