// Writes the table of backend faults to build/faults.md, after a run with tests/faults.
import { mkdirSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import { formatFaultTable } from "./fault-table.ts";

const PATH = "build/faults.md";

export default class FaultTableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const rows = tests.flatMap((test) => test.meta().faults ?? []);
    if (rows.length === 0) return;
    mkdirSync("build", { recursive: true });
    writeFileSync(PATH, formatFaultTable(rows));
    const journeys = new Set(rows.map(({ journey }) => journey));
    process.stdout.write(`\n${rows.length} backend faults in ${journeys.size} journeys: ${PATH}\n`);
  }
}
