import { expect, test } from "vitest";
import {
  formatCodesLeft,
  hasFewCodes,
  toTwoStepState,
} from "../../../../../../../app/routes/account/settings/two-step/state";

test.each([
  [null, null, false],
  [0, "No recovery code is left", true],
  [1, "1 recovery code is left", true],
  [2, "2 recovery codes are left", true],
  [6, "6 recovery codes are left", false],
])("of %j recovery codes it says %j", (recoveryCodesLeft, text, isFew) => {
  const state = { isOn: true, isEmailVerified: true, recoveryCodesLeft };
  expect(formatCodesLeft(state)).toBe(text);
  expect(hasFewCodes(state)).toBe(isFew);
});

test("an ended session and a failure are states of their own, never off", () => {
  const failed = (type: string) => toTwoStepState({ ok: false, error: { type, message: "" } });
  expect(failed("session_missing")).toEqual({ kind: "ended" });
  expect(failed("backend_failed")).toEqual({ kind: "failed", message: expect.stringMatching(/Try again/) });
});
