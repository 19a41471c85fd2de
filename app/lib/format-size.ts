/** A size in decimal megabytes, as upload limits are: "8.4 MB"; under a tenth, in kilobytes. */
export function formatSize(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
