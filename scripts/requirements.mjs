// What must be in place before any command of the project can run. It is read by whatever Node the machine has,
// so it uses nothing newer than Node 18.
import { existsSync, readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);

/** The reason, in one sentence, why the project's commands cannot run here; null when they can. */
export function obstacle() {
  if (!existsSync(new URL("node_modules/react/package.json", root))) {
    return "The dependencies are not installed: run `npm ci` first.";
  }
  if (!existsSync(new URL("node_modules/wrangler/package.json", root))) {
    return "The development dependencies are not installed: run `npm ci` without --omit=dev.";
  }
  const { devDependencies } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const [wanted] = devDependencies.node.split(".").map(Number);
  const [running] = process.versions.node.split(".").map(Number);
  if (running < wanted) {
    return `This is Node ${process.versions.node} and Node ${wanted} is needed: run \`npm ci\` without --ignore-scripts, which installs it for this project alone.`;
  }
  return null;
}
