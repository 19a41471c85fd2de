// Compiles the inline scripts of static pages for the Worker's build.
import { join } from "node:path";
import { build, type Plugin } from "vite";
import type { Bootstrap } from "../worker/pages/static-page";

const FOLDER = join(import.meta.dirname, "../app/bootstrap");
const MODULE = "virtual:bootstrap";

/** Compiles each script to a single statement that defines no global name. */
export async function compileBootstrap(): Promise<Bootstrap> {
  const [intent, counters, video, slides] = await Promise.all(["intent", "counters", "video", "slides"].map(compile));
  if (!intent || !counters || !video || !slides) throw new Error("A script of the bootstrap is empty");
  return { intent, counters, video, slides };
}

async function compile(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      minify: true,
      lib: { entry: join(FOLDER, `${name}.ts`), formats: ["iife"], name: "bootstrap" },
    },
  });
  const [output] = [result].flat();
  if (!output || !("output" in output)) throw new Error("Vite started to watch instead of building");
  return output.output[0].code.trim();
}

/** Provides the module `virtual:bootstrap`. */
export function bootstrap(): Plugin {
  return {
    name: "navarambh:bootstrap",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      return `export const bootstrap = ${JSON.stringify(await compileBootstrap())};`;
    },
  };
}
