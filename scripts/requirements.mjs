// Checks what every command of the project needs. It must run in any version of Node, so it uses nothing newer than Node 18.
import { existsSync, readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);

/** Describes in one sentence what is missing; null when the commands can run. */
export function missingRequirement() {
  if (!existsSync(new URL("node_modules/react/package.json", root))) {
    return "The dependencies are not installed: run `npm ci` first.";
  }
  if (!existsSync(new URL("node_modules/wrangler/package.json", root))) {
    return "The development dependencies are not installed: run `npm ci` without --omit=dev.";
  }
  const { devDependencies } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const [required] = devDependencies.node.split(".").map(Number);
  const [running] = process.versions.node.split(".").map(Number);
  if (running < required) {
    return `This is Node ${process.versions.node} and Node ${required} is needed: run \`npm ci\` without --ignore-scripts, which installs it for this project alone.`;
  }
  return null;
}
