// Reads the keys of static pages in KV.

/** The path in a page's key. Before it, the key names the format, the build and its settings. */
export function pathOfKey(key: string): string {
  return key.replace(/^(?:[^/]*\/){4}/, "/");
}
