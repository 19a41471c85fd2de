import { expect, it } from "vitest";
import { tooManyCodesMessage } from "../../../../../../app/routes/auth/two-step/too-many-codes";

it.each([
  [599, "Try again in 10 minutes."],
  [600, "Sign in again from the beginning in 10 minutes."],
  [900, "Sign in again from the beginning in 15 minutes."],
  [undefined, "Try again a little later."],
])("after a wait of %j seconds the member reads: %s", (retryAfterSeconds, next) => {
  const error = { type: "rate_limited", message: "", retryAfterSeconds };
  expect(tooManyCodesMessage(error)).toBe(`Too many codes were tried. ${next} Until then no code works, of any kind.`);
});
