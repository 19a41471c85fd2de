import type { Visitor } from "./visitor";

/** One request of a journey. */
export interface Step<Person> {
  name: string;
  send(person: Person): Promise<Response>;
  /** What the person does after a failure, where that is not the same again. */
  sendAgain?(person: Person): Promise<Response>;
  /** What the statuses of success mean. */
  good: Readonly<Record<number, string>>;
  /** False for a body that does not say what the status says. @param body parsed JSON, or null */
  isGood?(body: unknown, text: string): boolean;
  /** True for a HEAD: its error is the status alone. */
  hasNoBody?: boolean;
  /** True for a request whose response does not tell whether a mail was sent. Whoever gets none sends it again. */
  isDiscreet?: boolean;
  /** True for a task that runs by itself: it may last for several deadlines. */
  nobodyWaits?: boolean;
  /** Background tasks that do not try again, because the person or the next hour does. */
  givesUp?: readonly string[];
  /** How the person goes on when the next try is rejected since the first one was done, by error type. */
  goOn?: Readonly<Record<string, WayOn<Person>>>;
  /** Whether the browser has a session: after a success, before it, always or never. */
  session: "starts" | "ends" | "stays" | "none";
}

export interface WayOn<Person> {
  /** What it does, for the table. */
  words: string;
  send(person: Person): Promise<Response>;
  /** True when it takes another code of the authenticator. */
  isLater?: boolean;
}

export interface Journey<Person extends Visitor> {
  name: string;
  /** A person who has done nothing yet of it. */
  prepare(): Promise<Person>;
  steps: readonly Step<Person>[];
  /** What is wrong after the last step, in words. */
  check?(person: Person): Promise<string[]>;
  /** True for what changes everybody's records: nothing else may run beside. */
  runsAlone?: boolean;
}
