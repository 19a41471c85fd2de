// The table of backend faults: which call of a journey was cut, and how; what the person saw; what their next try found.
// Tests in workerd fill it, and a reporter in Node prints it.

declare module "vitest" {
  interface TaskMeta {
    /** The rows of a test. */
    faults?: FaultRow[];
  }
}

export interface FaultRow {
  journey: string;
  step: string;
  /** "METHOD /path", without ids. */
  call: string;
  cut: string;
  sees: string;
  finds: string;
}

const HEADINGS = ["call", "cut", "what the person sees", "what the next try finds"] as const;

/** Joins the rows that differ only in how the call was cut. Keeps their order. */
function joinCuts(rows: readonly FaultRow[]): FaultRow[] {
  const all = new Set(rows.map(({ cut }) => cut));
  const joined = Map.groupBy(rows, (row) => JSON.stringify({ ...row, cut: "" }));
  return [...joined.values()].flatMap((same) => {
    const cuts = same.map(({ cut }) => cut);
    const [row] = same;
    return row ? [{ ...row, cut: cuts.length === all.size ? "each way" : cuts.join(", ") }] : [];
  });
}

/** The rows as Markdown, with a table for each step of a journey. The columns are aligned, so that it can be read as plain text, too. */
export function formatFaultTable(rows: readonly FaultRow[]): string {
  const tables = Map.groupBy(joinCuts(rows), ({ journey, step }) => `${journey}: ${step}`);
  return [...tables].map(([title, own]) => `## ${title}\n\n${formatRows(own)}\n`).join("\n");
}

function formatRows(rows: readonly FaultRow[]): string {
  const cells = [HEADINGS, ...rows.map(({ call, cut, sees, finds }) => [call, cut, sees, finds])];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const [heading = [], ...body] = cells;
  return [line(heading), rule, ...body.map(line)].join("\n");
}
