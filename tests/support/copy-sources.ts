// A copy of the project's sources, for builds that differ from the project's own.
import { cpSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** Files and folders that a build does not need. */
const NOT_COPIED = ["node_modules", "build", ".git", ".wrangler", ".react-router", ".dev.vars"];

/** Copies the project's sources into `folder`, with a link to its `node_modules`. */
export function copySources(folder: string): void {
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !NOT_COPIED.includes(basename(path)) });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
}
