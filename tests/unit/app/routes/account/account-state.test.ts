import { expect, test } from "vitest";
import { toAccountState } from "../../../../../app/routes/account/account-state";

const user = { id: "u1", name: "Asha", email: "a@b.example", phone: "", emailVerified: false, createdAt: "" };

test("an account without a profile is a member", () => {
  expect(toAccountState({ ok: true, data: { user, profile: null } })).toEqual({ kind: "member", user, profile: null });
});

test("an account without a user means that the session has ended", () => {
  expect(toAccountState({ ok: true, data: { user: null, profile: null } })).toEqual({ kind: "ended" });
});

test("an API error is a failure with a message", () => {
  const state = toAccountState({ ok: false, error: { type: "backend_down", message: "" } });
  expect(state).toEqual({ kind: "failed", message: expect.stringContaining("Try again in a minute") });
});
