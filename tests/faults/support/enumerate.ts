// Makes the tests of this folder: a journey runs once to find its calls to the backend, then once more for each call and each way to cut it.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import "../../support/fault-table";
import { readAnswer } from "./answer";
import { forgetBackend } from "./backend";
import { CallCutter, cutsOf } from "./cuts";
import { FaultCase } from "./fault-case";
import type { Journey } from "./journey";
import { Barrier, Lanes } from "./lanes";
import type { Visitor } from "./visitor";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether each call is cut in every way. */
    everyCut: boolean;
  }
}

/** How many cases run at once. Most of their time they wait, for a deadline or for a retry in the background. */
const LANES = 12;
/** For how long an authenticator shows a code, in milliseconds. */
const CODE_MS = 30_000;

/**
 * Makes a test of each journey. They run side by side. The clock stands still, so that neither a code of an authenticator nor a message
 * about a wait depends on how fast the machine is. When every journey has come as far as it can, it moves on to the next code.
 */
export function testFaults(...journeys: readonly Journey<Visitor>[]): void {
  const lanes = new Lanes(journeys.some(({ runsAlone }) => runsAlone) ? 1 : LANES);
  const nextCode = new Barrier(() => vi.setSystemTime(Date.now() + CODE_MS));
  beforeAll(() => {
    forgetBackend();
    vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / CODE_MS) * CODE_MS + CODE_MS / 2 });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
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
      expect(cases.length).toBeGreaterThan(0);
      task.meta.faults = cases.map(({ row }) => row);
      expect([...violations, ...cases.flatMap((one) => one.violations)]).toEqual([]);
    });
  }
}

/**
 * Runs a journey without faults.
 * @param turn where the turns begin in which its calls are cut
 * @returns a case for each call that it made and each way to cut it
 */
async function findCases<Person extends Visitor>(journey: Journey<Person>, turn: number, lanes: Lanes) {
  return lanes.run(async () => {
    const cases: FaultCase<Person>[] = [];
    const violations: string[] = [];
    let calls = 0;
    const person = await journey.prepare();
    for (const [index, step] of journey.steps.entries()) {
      const cutter = new CallCutter(null);
      const answer = await person.withCutter(cutter, undefined, async () => readAnswer(step, await step.send(person)));
      cutter.noteResponse();
      if (!answer.isGood) violations.push(`${step.name} is answered with ${answer.words}`);
      await person.waitForBackgroundTasks();
      for (const place of cutter.places) {
        const cuts = cutsOf(turn + calls);
        calls += 1;
        cases.push(...cuts.map((cut) => new FaultCase(journey, index, place, cut)));
      }
    }
    violations.push(...((await journey.check?.(person)) ?? []), ...person.silentErrors());
    await person.deleteRecords();
    return { cases, violations: violations.map((words) => `${journey.name}, without faults: ${words}`) };
  });
}
