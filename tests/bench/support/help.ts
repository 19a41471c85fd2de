// What `--help` of a benchmark prints.

/** Prints how a benchmark is used and ends the process, when that was asked for. @param lines what it measures, then its options */
export function helpWhenAsked(isAsked: boolean | undefined, ...lines: readonly string[]): void {
  if (!isAsked) return;
  console.log(lines.join("\n"));
  process.exit(0);
}
