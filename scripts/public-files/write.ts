// Writes the files in public/ that are made from the project's own content: story covers and the sitemap.
// Run it after a story is added or renamed: node scripts/public-files/write.ts
import { mkdir, writeFile } from "node:fs/promises";
import { runnerImport } from "vite";

type Files = typeof import("./content");

const { module } = await runnerImport<Files>("/scripts/public-files/content.ts", {
  root: process.cwd(),
  configFile: false,
  logLevel: "error",
});
await mkdir("public/covers", { recursive: true });
const files = module.publicFiles();
for (const [path, content] of files) await writeFile(`public/${path}`, content);
console.log(`wrote ${files.size} files to public/`);
