// Builds after `npm ci`, so that `npx wrangler dev` works at once. Quiet unless the build fails; an installation
// without development dependencies or install scripts has nothing to build with and is left alone.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { obstacle } from "./requirements.mjs";

if (!obstacle()) {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const tool = fileURLToPath(new URL("../node_modules/@react-router/dev/bin.cjs", import.meta.url));
  const build = spawnSync(process.execPath, [tool, "build"], { cwd: root, encoding: "utf8" });
  if (build.status !== 0) {
    console.error(`${build.stdout}${build.stderr}\nThe dependencies are installed, but the project does not build.`);
    process.exit(1);
  }
}
