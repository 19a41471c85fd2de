// The last line of a test run: what counts as failed, and what a run may leave out.

import { expect, onTestFinished, test, vi } from "vitest";
import type { TestModule } from "vitest/node";
import SummaryReporter, { type SummaryOptions } from "../../support/summary-reporter";

interface Outcome {
  name: string;
  state: "passed" | "failed" | "skipped";
  tags?: string[];
}

/** Reports these outcomes. @returns what the reporter prints, or sends to the process that started it, and the exit code */
function report(outcomes: Outcome[], options?: SummaryOptions) {
  const printed: string[] = [];
  const sent: unknown[] = [];
  const { exitCode, send } = process;
  const exits: (() => void)[] = [];
  vi.spyOn(process, "once").mockImplementation((_event, listener) => {
    exits.push(listener as () => void);
    return process;
  });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => printed.push(String(text)) > 0);
  vi.spyOn(console, "error").mockImplementation((text) => printed.push(String(text)));
  process.send = (message: unknown) => sent.push(message) > 0;
  onTestFinished(() => {
    vi.restoreAllMocks();
    Object.assign(process, { exitCode, send });
  });
  const tests = outcomes.map(({ name, state, tags = [] }) => ({ fullName: name, tags, result: () => ({ state }) }));
  const module = {
    relativeModuleId: "tests/a.test.ts",
    errors: () => [],
    children: { allSuites: () => [], allTests: () => tests },
    diagnostic: () => ({ collectDuration: 0, duration: 0, setupDuration: 0 }),
  } as unknown as TestModule;
  process.exitCode = undefined;
  new SummaryReporter(options).onTestRunEnd([module], [], "passed");
  for (const exit of exits) exit();
  return { printed: printed.join(""), sent, exitCode: process.exitCode };
}

const OUTCOMES: Outcome[] = [
  { name: "one", state: "passed" },
  { name: "two", state: "skipped", tags: ["mail"] },
];

test("a skipped test counts as failed, whatever its tags", () => {
  const { printed, sent, exitCode } = report(OUTCOMES);
  expect(printed).toContain("Skipped, which counts as failed: two");
  expect(printed).toMatch(/\n1 passed, 1 failed\n$/);
  expect({ sent, exitCode }).toEqual({ sent: [], exitCode: 1 });
});

test("a run that leaves a tag out counts and names its tests", () => {
  const { sent, exitCode } = report(OUTCOMES, { leftOut: { mail: "no mails arrive" } });
  expect(sent).toEqual([
    "Left out:\n  1: no mails arrive\n    tests/a.test.ts: two\n\n1 passed, 0 failed, 1 left out\n",
  ]);
  expect(exitCode).toBeUndefined();
});

test("a test that such a run skips for another reason counts as failed", () => {
  const { sent, exitCode } = report([...OUTCOMES, { name: "three", state: "skipped", tags: ["slow"] }], {
    leftOut: { mail: "no mails arrive" },
  });
  expect(sent).toEqual([expect.stringMatching(/\n1 passed, 1 failed, 1 left out\n$/)]);
  expect(exitCode).toBe(1);
});
