import { SESSION_COOKIE } from "../../../worker/session/session";
import type { FaultRow } from "../../support/fault-table";
import type { TestApp } from "../../worker/support/test-app";
import { type Answer, readAnswer } from "./answer";
import { tick } from "./clock";
import { CallCutter, type CallPlace, type CutName, isStall } from "./cuts";
import type { Journey, Step } from "./journey";
import { letTimersFire } from "./lanes";
import type { Visitor } from "./visitor";

/**
 * The deadline of calls where one of them is to stall. The others of the request have as long, on a machine that may be busy with other
 * cases.
 */
const STALL_DEADLINE_MS = 5_000;
/** The same when no other case runs. */
const STALL_DEADLINE_ALONE_MS = 400;

/** One call of a journey, cut in one way. */
export class FaultCase<Person extends Visitor> {
  readonly row: FaultRow;
  /** What was not as it should be, in words. */
  readonly violations: string[] = [];
  readonly #journey: Journey<Person>;
  readonly #stepIndex: number;
  readonly #step: Step<Person>;
  readonly #place: CallPlace;
  readonly #cut: CutName;
  #person: Person | null = null;
  #secondAnswer: Answer | null = null;

  constructor(journey: Journey<Person>, stepIndex: number, place: CallPlace, cut: CutName) {
    const step = journey.steps[stepIndex];
    if (!step) throw new RangeError(`${journey.name} has no step ${stepIndex}`);
    [this.#journey, this.#stepIndex, this.#step, this.#place, this.#cut] = [journey, stepIndex, step, place, cut];
    const call = [place.call, place.nth > 1 && `(${place.nth})`, place.isInBackground && "afterwards"];
    this.row = {
      journey: journey.name,
      step: step.name,
      call: call.filter(Boolean).join(" "),
      cut,
      sees: "",
      finds: "",
    };
  }

  /** True when what is left takes another code of the authenticator. */
  get mustWait(): boolean {
    return Boolean(this.#wayOn?.isLater);
  }

  /** Does the steps before with a new person, cuts the call, and sends the same again once the backend works. */
  async tryTwice(): Promise<void> {
    const person = await this.#journey.prepare();
    this.#person = person;
    await this.#run(person, this.#journey.steps.slice(0, this.#stepIndex));
    await letTimersFire();
    const first = await this.#sendWithCut(person);
    this.row.sees = first.words;
    this.#checkSession(person, first);
    if (first.isGood && !this.#step.isDiscreet) {
      this.row.finds = "nothing to do";
      return;
    }
    await letTimersFire();
    const { send, sendAgain = send } = this.#step;
    const second = await readAnswer(this.#step, await sendAgain(person));
    this.#secondAnswer = second;
    this.row.finds = second.words;
    this.#checkSession(person, second);
    if (!second.isGood && !this.#wayOn) this.#violate(`the next try is answered with ${second.words}`);
  }

  /** Does what the second answer says, then the rest of the journey. */
  async finish(): Promise<void> {
    const person = this.#person;
    if (!person) return;
    await person.waitForBackgroundTasks();
    const wayOn = this.#wayOn;
    if (wayOn) {
      const third = await readAnswer(this.#step, await wayOn.send(person));
      this.row.finds += ` ${wayOn.words}`;
      if (!third.isGood) this.#violate(`${wayOn.words}: ${third.words}`);
    }
    await this.#run(person, this.#journey.steps.slice(this.#stepIndex + 1));
    await person.waitForBackgroundTasks();
    for (const words of (await this.#journey.check?.(person)) ?? []) this.#violate(words);
    for (const words of person.silentErrors(this.#step.givesUp)) this.#violate(words);
    await person.deleteRecords();
  }

  get #wayOn() {
    const type = this.#secondAnswer?.errorType;
    return type ? (this.#step.goOn?.[type] ?? null) : null;
  }

  async #run(person: Person, steps: readonly Step<Person>[]): Promise<void> {
    for (const step of steps) {
      tick();
      const answer = await readAnswer(step, await step.send(person));
      if (!answer.isGood) this.#violate(`${step.name} is answered with ${answer.words}`);
    }
  }

  async #sendWithCut(person: Person): Promise<Answer> {
    const cutter = new CallCutter({ place: this.#place, cut: this.#cut });
    const deadlineMs = this.#journey.runsAlone ? STALL_DEADLINE_ALONE_MS : STALL_DEADLINE_MS;
    return person.withCutter(cutter, isStall(this.#cut) ? deadlineMs : undefined, async (app) => {
      tick();
      const send = async () => readAnswer(this.#step, await this.#step.send(person));
      const [answer] = await Promise.all([send(), this.#readPages(person, app, cutter)]);
      cutter.noteResponse();
      if (this.#place.isInBackground) await app.waitForBackgroundTasks();
      if (cutter.cutCalls === 0) this.#violate("the call was not made");
      if (cutter.repeatedStalls > 0 && !this.#step.nobodyWaits)
        this.#violate("the person waits for more than one deadline");
      if (!answer.isGood && !answer.errorType) this.#violate(`nobody can make sense of ${answer.words}`);
      if (answer.errorType === "internal") this.#violate("an unexpected error");
      return answer;
    });
  }

  /** Reads a page that anybody may read, while the call is cut. */
  async #readPages(person: Person, app: TestApp, cutter: CallCutter): Promise<void> {
    const cookies = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    // As a member in some cases only: the check of a session takes longer than the rest of the page.
    for (const Cookie of this.#cut === "refused" ? ["", cookies] : [""]) {
      const page = await app.fetch(new Request("https://localhost/about", { headers: { Cookie } }));
      if (page.status !== 200) this.#violate(`/about answers ${page.status}`);
      if (cutter.requestIds.has(page.headers.get("X-Request-Id") ?? "")) this.#violate("/about calls the backend");
      await page.body?.cancel();
    }
  }

  #checkSession(person: Person, { isGood, words, errorType }: Answer): void {
    const hasSession = person.browser.cookies.has(SESSION_COOKIE);
    const expected = {
      starts: isGood,
      // A session that is over is no loss where it is to be ended.
      ends: !isGood && errorType !== "session_missing",
      stays: true,
      none: false,
    }[this.#step.session];
    if (hasSession !== expected) this.#violate(`${hasSession ? "a member" : "a guest"} after ${words}`);
  }

  #violate(words: string): void {
    const { journey, step, call, cut } = this.row;
    this.violations.push(`${journey} / ${step} / ${call} / ${cut}: ${words}`);
  }
}
