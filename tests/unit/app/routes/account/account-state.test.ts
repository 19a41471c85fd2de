import { expect, test } from "vitest";
import { toAccountState } from "../../../../../app/routes/account/account-state";

const user = { id: "u1", name: "Asha", email: "a@b.example", phone: "", emailVerified: false, createdAt: "" };

test("a member without a profile is still a member", () => {
  expect(toAccountState({ ok: true, data: { user, profile: null } })).toEqual({ kind: "member", user, profile: null });
});

test("no user behind the cookie means that the session has ended", () => {
  expect(toAccountState({ ok: true, data: { user: null, profile: null } })).toEqual({ kind: "ended" });
});

test("a failure is neither a guest nor a missing profile", () => {
  const state = toAccountState({ ok: false, error: { type: "backend_down", message: "" } });
  expect(state).toEqual({ kind: "failed", message: expect.stringContaining("Try again in a minute") });
});
