// Sends messages of any kind over the WebSocket of /api/realtime.
import fc from "fast-check";
import { expect, test } from "vitest";
import { CLOSE_CODE, PING } from "../../../app/contract/realtime";
import { join } from "../../worker/support/people";
import { listen } from "../../worker/support/sockets";
import { createTestApp } from "../../worker/support/test-app";
import { holdsForAll } from "../settings";
import { expectNotLogged } from "../soundness";
import { hostileText } from "../text";
import { logTexts } from "./send";

const message = fc.oneof(
  hostileText.filter((text) => text !== PING),
  fc.uint8Array({ maxLength: 2000 }),
);

/** A session opens no more than 300 sockets a minute. */
const SOCKETS_OF_ONE = 200;

test("any message but a ping closes a socket, and is not logged", async () => {
  const app = createTestApp();
  let browser = app.browser();
  let sockets = 0;
  await holdsForAll("realtime", message, async (sent) => {
    if (sockets++ % SOCKETS_OF_ONE === 0) {
      browser = app.browser();
      await join(browser);
    }
    const socket = await listen(browser);
    socket.send(sent);
    expect(await socket.closed).toBe(CLOSE_CODE.policyViolation);
    await app.waitForBackgroundTasks();
    expect(app.log.filter(({ level }) => level !== "info")).toEqual([]);
    expectNotLogged(logTexts(app.log), typeof sent === "string" ? [sent] : []);
  });
});
