/** A path that stays on this site: browsers read a path with two leading slashes (or backslashes) as another host. */
export function localPath(path: string): string {
  return path.replace(/^[/\\]+/, "/");
}
