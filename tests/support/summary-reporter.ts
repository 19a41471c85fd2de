// Ends a test run with one line that a person and a machine can read: "12 passed, 0 failed".
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from "vitest/node";

/**
 * Counts tests over all projects. A file that could not be loaded, an error outside any test and a skipped test
 * count as failures: a run that did not test everything never looks like one that did. What passed only when it was tried again
 * counts as passed, and is named.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    let passed = 0;
    const secondTries: string[] = [];
    let failed = unhandledErrors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "passed") passed += 1;
        else failed += 1;
        if (state === "skipped") console.error(`Skipped, which counts as failed: ${test.fullName}`);
        if (test.diagnostic()?.flaky)
          secondTries.push(`${test.fullName}: ${errors?.[0]?.message ?? "no reason given"}`);
      }
    }
    if (secondTries.length > 0)
      console.error([`${secondTries.length} passed only at their second try:`, ...secondTries].join("\n  "));
    if (reason === "interrupted") failed += 1;
    if (failed > 0 || passed === 0) process.exitCode = 1;
    // The other reporters print their own summary first; this line is the last of the run.
    process.once("exit", () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
