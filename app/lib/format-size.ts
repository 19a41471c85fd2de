/** A size in decimal megabytes, "8.4 MB"; below 0.1 MB in kilobytes, "42 KB". */
export function formatSize(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
