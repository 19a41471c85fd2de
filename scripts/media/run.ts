// Draws the site's media: everything, or what is named, as in `node scripts/media/run.ts share`. Vite loads the scripts, since they use JSX.
import { runnerImport } from "vite";

const SCRIPTS = ["video", "share", "icons"];

const named = process.argv.slice(2);
const unknown = named.filter((name) => !SCRIPTS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. These can be drawn: ${SCRIPTS.join(", ")}.`);
  process.exit(1);
}
for (const name of named.length > 0 ? named : SCRIPTS) {
  const { module } = await runnerImport<{ draw: () => Promise<void> }>(`/scripts/media/${name}`, {
    root: process.cwd(),
    configFile: false,
    logLevel: "error",
  });
  await module.draw();
}
