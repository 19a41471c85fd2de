import { expect, test } from "vitest";
import { toSessionsState } from "../../../../../../app/routes/account/settings/sessions-state";

const NOW = new Date("2026-11-21T10:00:00.000Z");

test("a list has the time at which it was loaded", () => {
  expect(toSessionsState({ ok: true, data: { sessions: [] } }, NOW)).toEqual({
    kind: "listed",
    sessions: [],
    now: "2026-11-21T10:00:00.000Z",
  });
});

test("a missing session means that it has ended, and other errors are failures with a message", () => {
  const stateAfter = (type: string) => toSessionsState({ ok: false, error: { type, message: "" } }, NOW);
  expect(stateAfter("session_missing")).toEqual({ kind: "ended" });
  expect(stateAfter("backend_down")).toEqual({
    kind: "failed",
    message: "Navarambh cannot reach its records right now. Try again in a minute.",
  });
  expect(stateAfter("")).toEqual({ kind: "failed", message: "Something went wrong on our side. Try again." });
});
