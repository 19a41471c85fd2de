// The keys under which static pages are in KV.

/** The path of a page, out of its key: what comes before it names the format, the build and its settings. */
export function pathOfKey(key: string): string {
  return key.replace(/^(?:[^/]*\/){4}/, "/");
}
