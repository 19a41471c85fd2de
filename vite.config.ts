import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { bootstrap } from "./scripts/bootstrap.ts";
import { hashSources, STAMP_FILE } from "./scripts/build-stamp.ts";
import { knownAtBuild } from "./scripts/known-at-build.ts";

// Everything but a deployment runs the local environment of wrangler.toml; `npm run deploy` sets this to "" for production.
process.env.CLOUDFLARE_ENV ??= "local";
// No start of the product asks Cloudflare where on earth this machine is.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";

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

/** Names stand in the first flight of every page: their hashes have as few characters as Rolldown takes. */
const NAMES = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

/** Modules of the site, by their paths below app/. */
const modules = (...paths: string[]) => new RegExp(`/app/(${paths.join("|")})\\.tsx?$`);

/**
 * How the browser's scripts are cut, beside one chunk a route: few and large ones compress better, and the framework keeps
 * its name over deployments that change only the site. With a module comes all that it imports, unless a chunk named before
 * has it.
 */
const CHUNKS = [
  { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  // The document around every page, and what is on nearly every one. What brings styles of its own would bring them to all.
  {
    name: "shell",
    test: modules(
      "root",
      "components/(motif/sunrise|ui/(button|status))",
      "content/legal/titles",
      "lib/(action-failure|keep-scroll|lead-on|unsettle|use-hydrated|use-once)",
    ),
  },
  // Pages of forms, with their fields to type into.
  {
    name: "form",
    test: modules(
      "routes/auth/auth-page",
      "components/ui/(text-field|password-field|error-summary)",
      "lib/(use-shown-answer|use-posting|field-problems|replace-on-return)",
    ),
  },
  // How a profile is worded, asked for or shown.
  {
    name: "facts",
    test: modules("contract/(files|limits|lists)", "lib/(phone-words|number-words|file-words|megabytes)"),
  },
  // The fields of a profile.
  { name: "profile", test: modules("components/profile/.+", "contract/sign-up-fields", "lib/use-draft") },
];

/** Leaves out the renderer behind renderToString, which React's server brings along and nothing here calls: a tenth of the Worker. */
function noLegacyRenderer(): Plugin {
  let isLeftOut = false;
  return {
    name: "navarambh:no-legacy-renderer",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    load: {
      filter: { id: /react-dom-server-legacy\.\w+\.production\.js$/ },
      handler() {
        isLeftOut = true;
        return "module.exports = {}";
      },
    },
    buildEnd(error) {
      if (!error && !isLeftOut) throw new Error("React's server names its second renderer otherwise: look at it again");
    },
  };
}

export default defineConfig({
  environments: {
    client: { build: { rolldownOptions: { output: { ...NAMES, codeSplitting: { groups: CHUNKS } } } } },
    // The Worker's part of a build; the development server leaves everything as it is written.
    // What only browsers fetch later is in one with the rest there.
    ssr: { build: { minify: true, rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
  },
  plugins: [
    cloudflare({ viteEnvironment: { name: "ssr" } }),
    tailwindcss(),
    reactRouter(),
    knownAtBuild(),
    bootstrap(),
    noLegacyRenderer(),
    buildStamp(),
  ],
});
