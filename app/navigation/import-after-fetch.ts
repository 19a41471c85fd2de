/**
 * Imports a module after its files have been fetched, so that a failed import can be retried. A browser may remember a failed module
 * for as long as the document lives (https://github.com/whatwg/html/issues/6768), but it repeats a failed `fetch`. The import then
 * finds the files in the HTTP cache, since their names contain a hash and they never expire. The browser's build wraps every dynamic
 * `import()` of our code in this function. React Router imports route modules itself, and reloads the document when that fails.
 * @param files the module's file and the files of all its imports, as paths from the site's root without a leading slash
 * @throws what `fetchFile` throws; nothing was imported then, and the next call tries again
 */
export async function importAfterFetch<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => fetchFile(`/${file}`)));
  return load();
}

/** True when `fetchFile` found the file gone (404): a newer build has been deployed since the page was loaded. */
export function isFromOldBuild(error: unknown): boolean {
  return error instanceof Error && error.cause === 404;
}

/**
 * Fetches a file completely, so that it is in the browser's HTTP cache.
 * @throws {Error} when it cannot be fetched; its cause is the status of the response, if there was one
 */
export async function fetchFile(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was not fetched`, { cause: response.status });
  await response.arrayBuffer();
}
