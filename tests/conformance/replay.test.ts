// Replays the recordings against the embedded Appwrite, or against the server that APPWRITE_ENDPOINT names.
// @module-tag replay
import { expect, test } from "vitest";
import { LISTED_DIFFERENCES } from "./differences.ts";
import { readFixtures } from "./fixture.ts";
import { setUpBucket } from "./preconditions-edge.ts";
import { type Result, replayAll } from "./replay.ts";
import { makeDataDirectory, startStandalone } from "./standalone.ts";
import { Target } from "./target.ts";

const REPLAY_MILLISECONDS = 240_000;

test(
  "responses equal those recorded from a real server, except for the listed differences",
  async () => {
    const { target, stop } = await openTarget();
    try {
      const results = await replayWithinHour(target);
      const differing = results.filter(({ differences }) => differences.length > 0);
      const unlisted = differing.filter(({ name }) => !(name in LISTED_DIFFERENCES));
      const noLongerDiffering = Object.keys(LISTED_DIFFERENCES).filter(
        (name) => !differing.some((result) => result.name === name),
      );
      const lines = differing.map(({ name, differences }) => {
        const reason = LISTED_DIFFERENCES[name];
        return reason === undefined
          ? `  NOT LISTED ${name}\n    ${differences.join("\n    ")}`
          : `  ${name}: ${reason}`;
      });
      const same = results.length - differing.length;
      const notRun = readFixtures().flatMap(({ recordings }) => recordings).length - results.length;
      const count = `${same} same, ${differing.length} differ (listed, with reasons), ${notRun} not run`;
      process.stdout.write(`${[...lines, count].join("\n")}\n`);
      expect(unlisted, "differences that are not listed").toEqual([]);
      expect(noLongerDiffering, "listed differences that no longer differ").toEqual([]);
      expect(notRun).toBe(0);
    } finally {
      await stop();
    }
  },
  REPLAY_MILLISECONDS,
);

/** Rate limits count by the hour, so that a replay across the full hour is repeated. */
async function replayWithinHour(target: Target): Promise<Result[]> {
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const started = hour();
  const results = await replayAll(readFixtures(), target);
  if (hour() === started) return results;
  // The last recordings have left the bucket in another state than the first ones need.
  await setUpBucket({ target }, { creators: "any", encryption: true });
  return replayAll(readFixtures(), target);
}

async function openTarget(): Promise<{ target: Target; stop: () => Promise<void> }> {
  const { APPWRITE_ENDPOINT, APPWRITE_REALTIME_ENDPOINT, APPWRITE_MAILBOX } = process.env;
  if (APPWRITE_ENDPOINT === undefined) {
    const data = await makeDataDirectory();
    let server = await startStandalone(data.path);
    const { settings, endpoint } = server.target;
    const target = new Target({
      ...settings,
      async limitDisk(bytes) {
        await server.stop();
        const options = bytes === null ? [] : ["--free-disk", String(bytes)];
        server = await startStandalone(data.path, options, Number(endpoint.port));
      },
    });
    const stop = async () => {
      await server.stop();
      await data.remove();
    };
    return { target, stop };
  }
  const { origin } = new URL(APPWRITE_ENDPOINT);
  const target = new Target({
    endpoint: APPWRITE_ENDPOINT,
    realtimeEndpoint: APPWRITE_REALTIME_ENDPOINT ?? origin,
    mailbox: APPWRITE_MAILBOX ?? `${origin}/__mailbox.json`,
    apiKey: requireVariable("APPWRITE_API_KEY"),
    restrictedApiKey: requireVariable("APPWRITE_RESTRICTED_API_KEY"),
  });
  return { target, stop: async () => undefined };
}

function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`APPWRITE_ENDPOINT is set, so ${name} must be, too.`);
  return value;
}
