// Runs a script of this folder with the project's own module resolution and JSX: node scripts/media/run.ts video
import { runnerImport } from "vite";

const SCRIPTS = ["video", "share", "icons"];

const name = process.argv[2] ?? "";
if (!SCRIPTS.includes(name)) {
  console.error(`Say which to draw: ${SCRIPTS.join(", ")}.`);
  process.exit(1);
}
const { module } = await runnerImport<{ draw: () => Promise<void> }>(`/scripts/media/${name}`, {
  root: process.cwd(),
  configFile: false,
  logLevel: "error",
});
await module.draw();
