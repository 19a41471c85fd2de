// Writes the files in public/ that are made from the project's own content: story covers and the sitemap.
// Run it after a story is added or renamed: node scripts/public-files.ts
import { mkdir, writeFile } from "node:fs/promises";
import { runnerImport } from "vite";

type Files = typeof import("../app/components/public-files");

const { module } = await runnerImport<Files>("/app/components/public-files.ts", {
  root: process.cwd(),
  configFile: false,
  logLevel: "error",
});
await mkdir("public/covers", { recursive: true });
const files = module.publicFiles();
for (const [path, content] of files) await writeFile(`public/${path}`, content);
console.log(`wrote ${files.size} files to public/`);
