// Builds after `npm ci`, so that `npx wrangler dev` works at once. Prints nothing unless the build fails. Does nothing after an
// installation without development dependencies or install scripts, which cannot build.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { missingRequirement } from "./requirements.mjs";

if (!missingRequirement()) {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const tool = fileURLToPath(new URL("../node_modules/@react-router/dev/bin.cjs", import.meta.url));
  const build = spawnSync(process.execPath, [tool, "build"], { cwd: root, encoding: "utf8" });
  if (build.status !== 0) {
    console.error(`${build.stdout}${build.stderr}\nThe dependencies are installed, but the project does not build.`);
    process.exit(1);
  }
}
