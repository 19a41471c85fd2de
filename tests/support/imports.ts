// Reads the imports of the product's files from their text.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** One import statement of a file. */
export interface Import {
  /** The importing file, from the project's root: "worker/app.ts". */
  file: string;
  /** The imported file from the project's root, or the name of a package or virtual module. */
  target: string;
  /** A type import, which does not exist at run time. */
  isType: boolean;
  /** A dynamic import, which is not loaded with the file. */
  isDynamic: boolean;
}

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"/g;

/** Folders that hold no sources of ours. Wrangler builds in a hidden one. */
const OTHERS = /^(\.|node_modules$)/;

/** All TypeScript files in these folders, sorted. */
export function sourceFiles(root: string, folders: readonly string[]): string[] {
  const below = (path: string): string[] =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path)).flatMap((name) => (OTHERS.test(name) ? [] : below(`${path}/${name}`)))
      : /\.tsx?$/.test(path)
        ? [path]
        : [];
  return folders.flatMap(below).sort();
}

/** The imports of a file in order, without React Router's generated types (`./+types/…`) and style sheets. */
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

/** The files and packages that are loaded with a file: its static imports, their static imports, and so on. */
export function staticDependencies(imports: readonly Import[], file: string): Set<string> {
  const loaded = new Set([file]);
  // Iteration over a set includes the elements that are added to it meanwhile.
  for (const module of loaded) {
    for (const { target } of imports.filter((each) => each.file === module && !each.isType && !each.isDynamic))
      loaded.add(target);
  }
  return loaded;
}

/** True for a file that only re-exports. */
export function isBarrel(root: string, file: string): boolean {
  const code = readFileSync(join(root, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replace(/^export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s+"[^"]+";?/gm, "");
  return code.trim() === "";
}

/** The files of the first import cycle; null when there is none. */
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
  return (
    [path, `${path}.ts`, `${path}.tsx`].find((name) => existsSync(join(root, name)) && /\.\w+$/.test(name)) ?? path
  );
}
