// Makes the tests of this folder: a journey runs once to find its calls to the backend, then once more for each call and each way to cut it.
import { beforeAll, expect, test } from "vitest";
import "../../support/fault-table";
import { forgetBackend } from "./backend";
import { goToNextCode, stopClock } from "./clock";
import { cutsOf } from "./cuts";
import { FaultCase } from "./fault-case";
import type { Journey } from "./journey";
import { Barrier, Lanes } from "./lanes";
import type { Visitor } from "./visitor";
import { walk } from "./walk";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether each call is cut in every way. */
    everyCut: boolean;
  }
}

/** How many cases run at once. Most of their time they wait, for a deadline or for a retry in the background. */
export const LANES = 12;

/**
 * Makes a test of each journey. They run side by side, while the clock stands still. When every journey has come as far as it can, the
 * clock moves on to the next code of an authenticator.
 */
export function testFaults(...journeys: readonly Journey<Visitor>[]): void {
  const lanes = new Lanes(journeys.some(({ runsAlone }) => runsAlone) ? 1 : LANES);
  const nextCode = new Barrier(goToNextCode);
  beforeAll(forgetBackend);
  stopClock();
  for (const [index, journey] of journeys.entries()) {
    test.concurrent(journey.name, async ({ task }) => {
      // Here rather than by a count: a filter, such as vitest's -t, may leave journeys out.
      nextCode.enter();
      const { cases, violations } = await findCases(journey, index, lanes).catch((error: unknown) => {
        nextCode.leave();
        throw error;
      });
      try {
        await lanes.runAll(cases, async (one) => {
          await one.tryTwice();
          if (!one.mustWait) await one.finish();
        });
      } finally {
        await nextCode.arrive();
      }
      await lanes.runAll(
        cases.filter(({ mustWait }) => mustWait),
        (one) => one.finish(),
      );
      task.meta.faults = cases.map(({ row }) => row);
      expect([...violations, ...cases.flatMap((one) => one.violations)]).toEqual([]);
      expect(cases.length).toBeGreaterThan(0);
    });
  }
}

/**
 * Runs a journey without faults.
 * @param turn where the turns begin in which its calls are cut
 * @returns a case for each call that it made and each way to cut it
 */
async function findCases<Person extends Visitor>(journey: Journey<Person>, turn: number, lanes: Lanes) {
  const { steps, violations } = await lanes.run(() => walk(journey));
  const places = steps.flatMap((step, index) => step.places.map((place) => ({ place, index })));
  const cases = places.flatMap(({ place, index }, nth) =>
    cutsOf(turn + nth).map((cut) => new FaultCase(journey, index, place, cut)),
  );
  return { cases, violations };
}
