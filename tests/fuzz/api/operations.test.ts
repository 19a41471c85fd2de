// Sends every operation of the API's own description what nobody expects, and checks the answers against that description.
import { afterAll, expect, test } from "vitest";
import { PROVEN } from "../../worker/support/codes";
import { bindings, createTestApp } from "../../worker/support/test-app";
import { holdsForAll } from "../settings";
import { type Answer, expectNotLogged, expectSafeAnswer } from "../soundness";
import { type Caller, type CallerKind, Callers } from "./callers";
import { type Case, casesOf, toRequest } from "./cases";
import { expectDescribed, type Operation, readOperations } from "./description";
import { logTexts, send, serverSecrets } from "./send";

const OPERATIONS = await readOperations();

/** The callers whose session a case may end. */
const SIGNED_IN: ReadonlySet<CallerKind> = new Set(["unverified member", "member", "two-step member", "pending"]);

const app = createTestApp();
const callers = new Callers(app);

afterAll(async () => {
  await callers.replaceAll();
  expectNotLogged(logTexts(app.log), [...callers.secrets, ...(await serverSecrets())]);
});

test.each(OPERATIONS)(
  "$method $path answers as described, safely, and logs nothing that was sent",
  async (operation) => {
    const { method, path } = operation;
    await holdsForAll(`${method} ${path}`, casesOf(operation), async (one) => {
      const caller = await callers.get(one.caller);
      const { request, texts } = await toRequest(operation, one, caller);
      const logStart = app.log.length;
      const answer = await send(app, request, one.needsProof ? PROVEN : bindings);
      const lines = app.log.slice(logStart);
      await restore(caller, operation, one, answer);

      expect(lines.filter(({ level }) => level === "error")).toEqual([]);
      expect(lines).toContainEqual(expect.objectContaining({ event: "request", status: answer.status }));
      expectSafeAnswer(answer);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      expectDescribed(operation, request, answer);
      expectNotLogged(logTexts(lines), texts);
    });
  },
);

/** Gives the next case new values when this one may have used some up, and another caller when it has changed or ended the session. */
async function restore(
  caller: Caller,
  { method }: Operation,
  one: Case,
  { status, headers, text }: Answer,
): Promise<void> {
  const isChange = status < 300 && !["GET", "HEAD", "OPTIONS"].includes(method);
  if (isChange) await caller.forgetValues();
  const isSessionChanged =
    one.cookies === "as they are" && (headers.has("Set-Cookie") || text.includes('"session_missing"'));
  if (status === 429 || (isSessionChanged && SIGNED_IN.has(one.caller)) || (isChange && method === "PUT"))
    await callers.replace(one.caller);
}
