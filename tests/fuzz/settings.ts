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
 * Checks a property with as many random cases as the run has.
 * @param name of the target. Each target draws other cases from the run's seed
 * @param check throws when a case does not have the property
 * @throws an error with the smallest failing case that was found, and why it fails
 */
export async function holdsForAll<Case>(
  name: string,
  cases: fc.Arbitrary<Case>,
  check: (one: Case) => Promise<void>,
): Promise<void> {
  const { runs, seed } = inject("fuzz");
  await fc.assert(fc.asyncProperty(cases, check), {
    numRuns: runs,
    seed: seed ^ fc.hash(name),
    includeErrorInReport: true,
  });
}
