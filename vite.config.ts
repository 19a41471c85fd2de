import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { bootstrap } from "./scripts/bootstrap.ts";
import { hashSources, STAMP_FILE } from "./scripts/build-stamp.ts";
import { commonPasswords } from "./scripts/common-passwords.ts";
import { publicFiles } from "./scripts/public-files/plugin.ts";
import { writeStyleRules } from "./scripts/style-rules.ts";
import { eraseDeletedRows } from "./worker/embedded/standalone/erase-deleted-rows.ts";

// Everything but a deployment runs the local environment of wrangler.toml; `npm run deploy` sets this to "" for production.
process.env.CLOUDFLARE_ENV ??= "local";
// No start of the product asks Cloudflare where on earth this machine is.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
// Nor does it store traces, whose addresses have the secrets of mailed links.
process.env.X_LOCAL_OBSERVABILITY ??= "false";

/** Names the Worker's build by a hash of its sources, and has Wrangler compare them whenever it uses the build. */
function buildStamp(): Plugin {
  const root = import.meta.dirname;
  let hash = "";
  return {
    name: "navarambh:build-stamp",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    config() {
      // Before anything is read: a change made while the build runs counts as newer.
      hash = hashSources(root);
      return { define: { "import.meta.env.BUILD_ID": JSON.stringify(hash.slice(0, 16)) } };
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const config = bundle["wrangler.json"];
        if (config?.type !== "asset") throw new Error("The Cloudflare plugin made no wrangler.json for the Worker");
        const parts = ["node_modules/.bin/node", "scripts/build-stamp.ts", ".", process.env.CLOUDFLARE_ENV ?? ""];
        config.source = JSON.stringify({
          ...JSON.parse(String(config.source)),
          build: {
            command: parts.join(" ").trim(),
            cwd: root,
            watch_dir: relative(this.environment.config.build.outDir, STAMP_FILE),
          },
        });
      },
    },
    writeBundle() {
      mkdirSync(dirname(join(root, STAMP_FILE)), { recursive: true });
      writeFileSync(join(root, STAMP_FILE), hash);
    },
  };
}

/** Erases deleted rows of the embedded Appwrite before the development server opens its database, and after it has ended. */
function deletedRows(): Plugin {
  const eraseNow = () => eraseDeletedRows(join(import.meta.dirname, ".wrangler/state"));
  return {
    name: "navarambh:deleted-rows",
    apply: "serve",
    configureServer() {
      // Once in a process: after a change of this file Vite loads it anew and starts the server again.
      if (process.listeners("exit").some(({ name }) => name === eraseNow.name)) return;
      eraseNow();
      process.on("exit", eraseNow);
    },
  };
}

/** Prints, when the development server starts, where the mailbox and the API's reference are. */
function localAddresses(): Plugin {
  return {
    name: "navarambh:local-addresses",
    apply: "serve",
    configureServer(server) {
      const printUrls = server.printUrls.bind(server);
      server.printUrls = () => {
        printUrls();
        const [site] = server.resolvedUrls?.local ?? [];
        if (!site) return;
        server.config.logger.info(`  ➜  Mailbox: ${site}__mailbox`);
        server.config.logger.info(`  ➜  API:     ${site}api/docs`);
      };
    },
  };
}

/** Has the `import()`s of app/ in the browser go through `importAfterFetch`, which replaces the function that Vite puts around them. */
function importsAfterFetch(): Plugin {
  const module = join(import.meta.dirname, "app/navigation/import-after-fetch.ts");
  return {
    name: "navarambh:imports-after-fetch",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { importAfterFetch as __vitePreload } from ${JSON.stringify(module)};`,
    },
  };
}

/** The framework has a file of its own, which keeps its name, and so stays in caches, over deployments that change only the site. */
const FRAMEWORK = { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\// };
/**
 * What many pages share is in one file: a page then asks for some ten instead of thirty. The forms' schemas are not in it: pages without a
 * form do without them, and without zod.
 */
const SHARED = { name: "shared", test: /\/app\/(?!contract\/)/, minShareCount: 5 };

export default defineConfig({
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [FRAMEWORK, SHARED] } } } } },
    // The Worker's part of a build; the development server leaves everything as it is written.
    // What only browsers fetch later is in one with the rest there.
    ssr: { build: { minify: true, rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
  },
  // Vite would let pages of every other port of this machine read the mailbox.
  server: { cors: false },
  plugins: [
    // Before the plugin that starts the Worker.
    deletedRows(),
    cloudflare({ viteEnvironment: { name: "ssr" } }),
    tailwindcss(),
    reactRouter(),
    importsAfterFetch(),
    localAddresses(),
    bootstrap(),
    commonPasswords(),
    writeStyleRules(),
    publicFiles(),
    buildStamp(),
  ],
});
