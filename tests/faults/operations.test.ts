// Every operation of the API that calls the backend is a step of a journey, so that the fault tests cut its calls. This test runs the journeys
// and records the requests that they send. It fails when somebody adds an operation without adding it to a journey.
import { beforeAll, expect, test } from "vitest";
import { operations } from "../../worker/api/routes";
import { FILE_JOURNEYS } from "./journeys/files";
import { GUEST_JOURNEYS } from "./journeys/guests";
import { MEMBER_JOURNEYS } from "./journeys/members";
import { SECOND_FACTOR_JOURNEYS } from "./journeys/second-factor";
import { forgetBackend } from "./support/backend";
import { stopClock } from "./support/clock";
import { LANES } from "./support/enumerate";
import { Lanes } from "./support/lanes";
import { walk } from "./support/walk";

/** The operations that make no call to the backend, by name, with the reason. */
const WITHOUT_CALLS: Readonly<Record<string, string>> = {
  getOpenApi: "describes the API's own routes",
  getDocs: "shows that description",
  getUploadOptions: "says what this build supports",
  getUploadOptionsOfFile: "the same, for any id",
  readRecoveryLink: "reads this site's own records of links",
};

const JOURNEYS = [...FILE_JOURNEYS, ...GUEST_JOURNEYS, ...MEMBER_JOURNEYS, ...SECOND_FACTOR_JOURNEYS];

stopClock();
beforeAll(forgetBackend);

test("every operation that calls the backend is a step of a journey", async () => {
  const lanes = new Lanes(LANES);
  const walks = await Promise.all(JOURNEYS.map((journey) => lanes.run(() => walk(journey))));
  expect(walks.flatMap(({ violations }) => violations)).toEqual([]);

  const requests = walks
    .flatMap(({ steps }) => steps)
    .filter(({ places }) => places.length > 0)
    .flatMap((step) => step.requests);
  const missing = operations().filter(({ method, path }) => {
    const pattern = new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return !requests.some((request) => pattern.test(request));
  });
  expect(missing.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(WITHOUT_CALLS).sort());
});
