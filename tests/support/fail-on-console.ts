// A test whose code writes an error or a warning that it did not expect fails.
// A test that expects one says so: `vi.spyOn(console, "error").mockImplementation(() => {})`, and asserts it.
import { afterEach, beforeEach } from "vitest";

const LEVELS = ["error", "warn"] as const;
let unexpected: string[] = [];

for (const level of LEVELS) {
  const write = console[level].bind(console);
  console[level] = (...args: unknown[]) => {
    unexpected.push(`console.${level}: ${args.map(describe).join(" ")}`);
    write(...args);
  };
}

beforeEach(() => {
  unexpected = [];
});

afterEach(() => {
  if (unexpected.length > 0) throw new Error(`Unexpected console output:\n${unexpected.join("\n")}`);
});

function describe(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
