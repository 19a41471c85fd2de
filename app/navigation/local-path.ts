/** A path that stays on this site: one that begins with two slashes would be read as another site's name. */
export function localPath(path: string): string {
  return path.replace(/^[/\\]+/, "/");
}
