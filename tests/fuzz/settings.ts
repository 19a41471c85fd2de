// How many cases a run has, and from which seed they are drawn.
import fc from "fast-check";
import { inject } from "vitest";

/** The settings of a run: those of `npm test`, or of `npm run fuzz`. */
interface FuzzSettings {
  /** How many cases each operation, form or other target gets. */
  runs: number;
  /** The same seed draws the same cases. */
  seed: number;
}

declare module "vitest" {
  interface ProvidedContext {
    fuzz: FuzzSettings;
  }
}

/**
 * Holds a statement for as many cases as the run has.
 * @param name of the target. Each target draws other cases from the run's seed
 * @param hold throws when the statement does not hold for a case
 * @param share how many of the run's cases this target gets
 * @throws an error with the smallest case found for which it does not hold, and why
 */
export async function holdsForAll<Case>(
  name: string,
  cases: fc.Arbitrary<Case>,
  hold: (one: Case) => Promise<void>,
  share = 1,
): Promise<void> {
  const { runs, seed } = inject("fuzz");
  await fc.assert(fc.asyncProperty(cases, hold), {
    numRuns: Math.ceil(runs * share),
    seed: seed ^ fc.hash(name),
    includeErrorInReport: true,
  });
}
