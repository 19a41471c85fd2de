// Prints the times of a test run, and a last line for people and machines: "12 passed, 0 failed".
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason } from "vitest/node";

/** The number of slow files in the summary. */
const SLOWEST = 10;

export interface SummaryOptions {
  /** Why the tests with a tag are left out. They are listed and counted apart. */
  leftOut?: Record<string, string>;
}

/**
 * Counts tests over all projects. A file that could not be loaded, an error outside any test and a skipped test count as
 * failures, so that an incomplete run never looks complete. Only a run that is given `leftOut` may leave tests out.
 */
export default class SummaryReporter implements Reporter {
  readonly #leftOut: Record<string, string> | undefined;
  readonly #startedAt = performance.now();
  /** The start of each project's first file and the end of its last, in milliseconds since the start of the run. */
  readonly #projects = new Map<string, { from: number; to: number; files: number }>();

  constructor({ leftOut }: SummaryOptions = {}) {
    this.#leftOut = leftOut;
  }

  onTestModuleStart(module: TestModule): void {
    const now = performance.now() - this.#startedAt;
    const project = this.#projects.get(module.project.name) ?? { from: now, to: now, files: 0 };
    this.#projects.set(module.project.name, project);
  }

  onTestModuleEnd(module: TestModule): void {
    const project = this.#projects.get(module.project.name);
    if (!project) return;
    project.to = performance.now() - this.#startedAt;
    project.files += 1;
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    const leftOut = new Map<string, string[]>();
    for (const module of modules) {
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const reason = state === "skipped" ? this.#reasonFor(test) : undefined;
        if (reason !== undefined) {
          leftOut.set(reason, [...(leftOut.get(reason) ?? []), `    ${module.relativeModuleId}: ${test.fullName}`]);
          continue;
        }
        if (state === "passed") passed += 1;
        else failed += 1;
        if (state === "skipped") console.error(`Skipped, which counts as failed: ${test.fullName}`);
      }
    }
    if (reason === "interrupted") failed += 1;
    if (failed > 0 || passed === 0) process.exitCode = 1;
    const times = this.#times(modules);
    const count = `${passed} passed, ${failed} failed`;
    // On exit, since the other reporters must print their summaries first.
    process.once("exit", () => process.stdout.write(`${times}\n${this.#leftOut ? "" : `${count}\n`}`));
    if (!this.#leftOut) return;
    const lists = [...leftOut].map(([reason, tests]) => `  ${tests.length}: ${reason}\n${tests.join("\n")}\n`);
    const total = [...leftOut.values()].flat().length;
    // The process that started this one prints it, when it has removed what the tests made.
    process.send?.(`Left out:\n${lists.join("")}\n${count}, ${total} left out\n`);
  }

  /** Why a skipped test was to be left out; undefined when it was not. */
  #reasonFor(test: TestCase): string | undefined {
    return test.tags.map((tag) => this.#leftOut?.[tag]).find((reason) => reason !== undefined);
  }

  #times(modules: readonly TestModule[]): string {
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    const projects = [...this.#projects].map(
      ([name, { from, to, files }]) => `  ${name}: ${seconds(to - from)}, from ${seconds(from)} on, ${files} files`,
    );
    const slowest = modules
      .map((module) => ({ module, duration: fileDuration(module) }))
      .sort((a, b) => b.duration - a.duration)
      .slice(0, SLOWEST)
      .map(({ module, duration }) => `  ${seconds(duration)} ${module.relativeModuleId}`);
    return [
      "",
      `${seconds(performance.now() - this.#startedAt)} in all, by project (some run in parallel):`,
      ...projects,
      "The slowest files:",
      ...slowest,
      "",
    ].join("\n");
  }
}

/** The duration of a file with its imports and hooks, in milliseconds. */
function fileDuration(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}
