// Reads which file of the product imports which, from the text of the imports.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** One import statement of a file. */
export interface Import {
  /** The importing file, from the project's root: "worker/app.ts". */
  file: string;
  /** The imported file from the project's root, or the name of a package or virtual module. */
  target: string;
  /** Gone when the code runs. */
  isType: boolean;
  /** Loaded when the code comes to it, not with the file. */
  isDynamic: boolean;
}

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"/g;

/** Every TypeScript file below these folders of the root, sorted. */
export function sourceFiles(root: string, folders: readonly string[]): string[] {
  const below = (path: string): string[] =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path)).flatMap((name) => below(`${path}/${name}`))
      : /\.tsx?$/.test(path)
        ? [path]
        : [];
  return folders.flatMap(below).sort();
}

/** The imports of a file, in their order; React Router's generated types (`./+types/…`) and styles are left out. */
export function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = [
    ...[...text.matchAll(STATEMENT)].map(([, type, specifier = ""]) => ({
      specifier,
      isType: type !== undefined,
      isDynamic: false,
    })),
    ...[...text.matchAll(DYNAMIC)].map(([, specifier = ""]) => ({ specifier, isType: false, isDynamic: true })),
  ];
  return found
    .filter(({ specifier }) => !specifier.includes("+types/") && !/\.css(\?|$)/.test(specifier))
    .map(({ specifier, ...kind }) => ({ file, target: resolve(root, file, specifier), ...kind }));
}

/** What is loaded with a file: the files and packages that its imports lead to. */
export function loadedWith(imports: readonly Import[], file: string): Set<string> {
  const loaded = new Set([file]);
  // A set hands out what is added to it while it is gone through.
  for (const one of loaded) {
    for (const { target } of imports.filter((each) => each.file === one && !each.isType && !each.isDynamic))
      loaded.add(target);
  }
  return loaded;
}

/** True when a file does nothing but hand on what others export. */
export function isBarrel(root: string, file: string): boolean {
  const code = readFileSync(join(root, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replace(/^export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s+"[^"]+";?/gm, "");
  return code.trim() === "";
}

/** The first cycle that following imports leads into, as the files on it; null when there is none. */
export function findCycle(imports: readonly Import[]): string[] | null {
  const targets = new Map<string, string[]>();
  for (const { file, target } of imports) targets.set(file, [...(targets.get(file) ?? []), target]);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of targets.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of targets.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}

function resolve(root: string, file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const path = relative(root, join(root, dirname(file), specifier));
  return [path, `${path}.ts`, `${path}.tsx`].find((one) => existsSync(join(root, one)) && /\.\w+$/.test(one)) ?? path;
}
