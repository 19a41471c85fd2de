// Fails each test that logs an unexpected error or warning.
// A test that expects one replaces the method, `vi.spyOn(console, "error").mockImplementation(() => {})`, and asserts the call.
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
