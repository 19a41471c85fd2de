// A Vite plugin for static files that are generated from the site's content: adds them to the client build and the development server.
import { extname } from "node:path";
import { type Plugin, runnerImport } from "vite";

const CONTENT_TYPES: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".webmanifest": "application/manifest+json",
};

/** The generated files, by path below the site's root. */
async function generateFiles(root: string): Promise<Map<string, string>> {
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
      for (const [fileName, source] of await generateFiles(root)) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer({ middlewares, watcher }) {
      let files: Promise<Map<string, string>> | undefined;
      // Any change may affect them.
      watcher.on("all", () => {
        files = undefined;
      });
      middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? "/", "http://localhost").pathname.slice(1);
        const type = CONTENT_TYPES[extname(path)];
        if (!type) return next();
        files ??= generateFiles(root);
        const content = (await files).get(path);
        if (!content) return next();
        response.setHeader("Content-Type", type).end(content);
      });
    },
  };
}
