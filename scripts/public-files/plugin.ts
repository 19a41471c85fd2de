// Gives the site the static files that are made of its content: into the browser's build, and from the development server.
import { extname } from "node:path";
import { type Plugin, runnerImport } from "vite";

const CONTENT_TYPES: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".webmanifest": "application/manifest+json",
};

/** The files by their path below the site's root. */
async function madeFiles(root: string): Promise<Map<string, string>> {
  const options = { root, configFile: false, logLevel: "error" } as const;
  const { module } = await runnerImport<typeof import("./content")>("/scripts/public-files/content.ts", options);
  return module.publicFiles();
}

export function publicFiles(): Plugin {
  const root = process.cwd();
  return {
    name: "navarambh:public-files",
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const [fileName, source] of await madeFiles(root)) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer({ middlewares, watcher }) {
      let files: Promise<Map<string, string>> | undefined;
      // Whatever they are made of may have changed.
      watcher.on("all", () => {
        files = undefined;
      });
      middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? "/", "http://localhost").pathname.slice(1);
        const type = CONTENT_TYPES[extname(path)];
        if (!type) return next();
        files ??= madeFiles(root);
        const content = (await files).get(path);
        if (!content) return next();
        response.setHeader("Content-Type", type).end(content);
      });
    },
  };
}
