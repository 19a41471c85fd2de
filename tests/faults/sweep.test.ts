import { vi } from "vitest";
import { PROVEN, requestSignUpCode } from "../worker/support/codes";
import { STUDENT } from "../worker/support/people";
import { backend } from "./support/backend";
import { testFaults } from "./support/enumerate";
import type { Journey } from "./support/journey";
import { Guest } from "./support/people";

/** Longer than a file and a user may wait to be claimed. */
const LATER_MS = 25 * 3600 * 1000;

/** Somebody who began to sign up twice and never finished it. */
class Undecided extends Guest {
  readonly file = this.newFile("resume", "cv.pdf");
}

const sweep: Journey<Undecided> = {
  name: "The hourly sweep",
  runsAlone: true,
  async prepare() {
    const person = new Undecided(STUDENT);
    await person.file.sendAll(person.browser);
    await requestSignUpCode(person.browser, person.email);
    vi.setSystemTime(Date.now() + LATER_MS);
    return person;
  },
  steps: [
    {
      name: "the sweep",
      async send(person) {
        const logged = await person.runHourlyTask(PROVEN);
        if (logged.length === 0) return new Response(null, { status: 200 });
        const error = { code: 502, type: "backend_failed", message: logged.join(", "), requestId: "" };
        return Response.json({ error }, { status: 502 });
      },
      good: { 200: "done" },
      nobodyWaits: true,
      givesUp: ["file sweep failed", "user sweep failed", "unclaimed file not deleted", "unfinished user not deleted"],
      session: "none",
    },
  ],
  async check({ file, email }) {
    const { files, users } = await backend();
    const wrong: string[] = [];
    if (await files.find(file.id)) wrong.push("the file is still there");
    if (await users.findByEmail(email)) wrong.push("the user is still there");
    return wrong;
  },
};

testFaults(sweep);
