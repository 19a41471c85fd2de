// Runs a journey once without faults, and records what each step does.
import { readAnswer } from "./answer";
import { CallCutter, type CallPlace } from "./cuts";
import type { Journey } from "./journey";
import type { Visitor } from "./visitor";

export interface StepRecord {
  /** Its calls to the backend. */
  places: CallPlace[];
  /** What it sends to the API, as "METHOD /path" below /api. */
  requests: string[];
}

/** @returns a record of each step, and what was not as it should be, in words */
export async function walk<Person extends Visitor>(
  journey: Journey<Person>,
): Promise<{ steps: StepRecord[]; violations: string[] }> {
  const steps: StepRecord[] = [];
  const violations: string[] = [];
  const person = await journey.prepare();
  for (const step of journey.steps) {
    const cutter = new CallCutter(null);
    const requests = await person.withCutter(cutter, undefined, async (app) => {
      const answer = await readAnswer(step, await step.send(person));
      if (!answer.isGood) violations.push(`${step.name} is answered with ${answer.words}`);
      return app.log
        .filter(({ event }) => event === "request")
        .map(({ method, path }) => `${method} ${String(path).replace(/^\/api/, "")}`);
    });
    cutter.noteResponse();
    await person.waitForBackgroundTasks();
    steps.push({ places: cutter.places, requests });
  }
  violations.push(...((await journey.check?.(person)) ?? []), ...person.silentErrors());
  await person.deleteRecords();
  return { steps, violations: violations.map((words) => `${journey.name}, without faults: ${words}`) };
}
