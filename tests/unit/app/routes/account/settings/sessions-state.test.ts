import { expect, test } from "vitest";
import { toSessionsState } from "../../../../../../app/routes/account/settings/sessions-state";

const NOW = new Date("2026-11-21T10:00:00.000Z");

test("a list comes with the time at which it was true", () => {
  expect(toSessionsState({ ok: true, data: { sessions: [] } }, NOW)).toEqual({
    kind: "listed",
    sessions: [],
    now: "2026-11-21T10:00:00.000Z",
  });
});

test("only a dead session counts as ended; an outage is told as one", () => {
  const refused = (type: string) => toSessionsState({ ok: false, error: { type, message: "" } }, NOW);
  expect(refused("session_missing")).toEqual({ kind: "ended" });
  expect(refused("backend_down")).toEqual({
    kind: "failed",
    message: "Navarambh cannot reach its records right now. Try again in a minute.",
  });
  expect(refused("")).toEqual({ kind: "failed", message: "Something went wrong on our side. Try again." });
});
