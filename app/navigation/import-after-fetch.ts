/**
 * Imports a part of the page after its files have been fetched. A browser may remember a module that failed for as long as the
 * document lives (https://github.com/whatwg/html/issues/6768); a plain fetch it tries again. The import then finds the files in
 * the cache, since each is named by its content and kept for ever. The browser's build calls this for every `import()` of ours; React Router
 * loads its routes by itself, and loads the document anew where that fails.
 * @param files the part's file and all that it imports, as paths from the site's root
 * @throws {Error} where a file cannot be fetched; nothing was imported then, and the next call tries anew
 */
export async function importAfterFetch<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  await Promise.all(files.map((file) => fetchFile(`/${file}`)));
  return load();
}

/** Fetches a file to its end, so that it is in the browser's cache. */
export async function fetchFile(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await response.arrayBuffer();
}
