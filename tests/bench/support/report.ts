// What a benchmark says: a line for each figure on the terminal, and the same as JSON in a file.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** One figure beside its goal. */
export interface Row {
  figure: string;
  /** What it is of: a path, or "" for the product as a whole. */
  subject?: string;
  /** Null when it cannot be measured on this machine. */
  value: number | null;
  unit: string;
  /** The goal, with the way it is compared; without one the figure only stands beside others. */
  goal?: { atMost: number } | { atLeast: number };
  /** What belongs to the figure: how it came about, or why it misses. */
  note?: string;
}

type Verdict = "met" | "missed" | `missed (by ${number} %)` | "not measured" | "";

/** Whether a figure meets its goal, and by how much of it one that does not misses it. Nothing is rounded before it is compared. */
function verdict({ value, goal }: Row): Verdict {
  if (!goal) return "";
  if (value === null || Number.isNaN(value)) return "not measured";
  const [over, bound] = "atMost" in goal ? [value - goal.atMost, goal.atMost] : [goal.atLeast - value, goal.atLeast];
  if (over <= 0) return "met";
  // Nothing is a part of nought.
  return bound === 0 ? "missed" : `missed (by ${Math.max(1, Math.round((over / bound) * 100))} %)`;
}

/**
 * Prints the rows as a table and writes them to build/bench/`name`.json.
 * @param failures what could not be measured, in sentences; the process then ends with an error
 */
export function report(
  name: string,
  rows: readonly Row[],
  conditions: Record<string, string | number>,
  failures: readonly string[] = [],
): void {
  const cells = rows.map((row) => [
    row.subject ?? "",
    row.figure,
    shown(row.value, row.unit),
    row.goal ? goalWords(row.goal, row.unit) : "",
    verdict(row),
    row.note ?? "",
  ]);
  const table = [["", "figure", "measured", "goal", "", ""], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  console.log(`\n${lines.join("\n")}\n`);

  const missed = rows.filter((row) => !["met", ""].includes(verdict(row)));
  const goals = rows.filter((row) => row.goal).length;
  console.log(`${goals - missed.length} of ${goals} goals are met.`);
  for (const row of missed) {
    console.log(
      `  ${verdict(row)}: ${[row.subject, row.figure].filter(Boolean).join(", ")}: ${shown(row.value, row.unit)}`,
    );
  }

  const file = join(ROOT, `build/bench/${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  const machine = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, node: process.version };
  const measured = rows.map((row) => ({ ...row, verdict: verdict(row) }));
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), machine, conditions, rows: measured, failures }, null, 2)}\n`,
  );
  console.log(`\nThe same as JSON: ${relative(process.cwd(), file)}`);
  if (failures.length === 0) return;
  console.error(`\nNot measured:\n${failures.map((failure) => `  ${failure}`).join("\n")}`);
  process.exitCode = 1;
}

/** Says what is being measured, beside the table's own output. */
export function progress(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function goalWords(goal: NonNullable<Row["goal"]>, unit: string): string {
  return "atMost" in goal ? `≤ ${shown(goal.atMost, unit)}` : `≥ ${shown(goal.atLeast, unit)}`;
}

function shown(value: number | null, unit: string): string {
  if (value === null || Number.isNaN(value)) return "?";
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 1 ? 3 : Math.abs(value) < 100 ? 2 : 0;
  return `${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim();
}
