// The action data of the account's deletion.
import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { apiContext, flashContext } from "../../../../../../app/context";
import type { Flash } from "../../../../../../app/contract/flash";
import { action } from "../../../../../../app/routes/account/settings/delete";

const apiResponse = (status: number, body?: unknown) => new Response(body ? JSON.stringify(body) : null, { status });
const apiError = (code: number, type: string) =>
  apiResponse(code, { error: { code, type, message: "A message.", requestId: "a" } });
const accountResponse = (user: object | null, profile: object | null) => apiResponse(200, { user, profile });

/** Posts the form. @param deleteResponse the API's response to the deletion @param accountState its response to the request for the account */
async function post(deleteResponse: Response, accountState: Response = apiResponse(500)) {
  const flash: Flash = { set: vi.fn(), consume: () => null };
  const context = new RouterContextProvider();
  const calls = { $delete: async () => deleteResponse, $get: async () => accountState };
  context.set(apiContext, { client: { account: calls } } as never);
  context.set(flashContext, flash);
  const body = new URLSearchParams({ password: "Marigold-2025" });
  const request = new Request("https://navarambh.example/settings/delete", { method: "POST", body });
  try {
    const { data, init } = await action({ request, context } as unknown as Parameters<typeof action>[0]);
    return { status: init?.status, ...data, flash };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, location: thrown.headers.get("Location"), flash };
  }
}

test("a successful deletion redirects to the home page, which confirms it", async () => {
  const { flash, ...result } = await post(apiResponse(204));
  expect(result).toEqual({ status: 303, location: "/" });
  expect(flash.set).toHaveBeenCalledWith("account-deleted", "/");
});

test("a deletion whose response was lost is a success if the account is gone", async () => {
  expect(await post(apiError(504, "backend_stalled"), accountResponse(null, null))).toMatchObject({ location: "/" });
});

test("a rate limit of the backend during the deletion does not say that nothing was deleted", async () => {
  const result = await post(apiError(429, "general_rate_limit_exceeded"), accountResponse({}, {}));
  expect(result).toMatchObject({ status: 429, detail: expect.stringContaining("your file may be gone") });
});

test.each([
  [accountResponse({}, {}), "Your account and your profile are still there; your file may be gone."],
  [accountResponse({}, null), "Your file and your profile are gone; the account itself is still there."],
  [apiError(503, "backend_down"), "We cannot see how much of it is gone already."],
])("a partly failed deletion says what is left, and that it can be sent again", async (accountState, message) => {
  const result = await post(apiError(502, "backend_failed"), accountState);
  expect(result).toMatchObject({ status: 502, fields: {} });
  expect(result).toHaveProperty("detail", expect.stringContaining(message));
  expect(result).toHaveProperty("detail", expect.stringMatching(/send this once more/i));
});

test.each([
  [apiError(401, "user_invalid_credentials"), "This is not your password. Check it and try again", ["password"]],
  [apiError(401, "second_factor_wrong"), expect.stringMatching(/^This code is not right/), ["code"]],
  [apiError(401, "second_factor_used"), expect.stringMatching(/^This code was used already/), ["code"]],
  [apiError(429, "rate_limited"), "That was tried too often. Try again a little later.", []],
])("a deletion that did not start says that nothing was deleted", async (deleteResponse, message, fields) => {
  const result = await post(deleteResponse);
  expect(result).toMatchObject({ message, detail: "Nothing was deleted." });
  expect("fields" in result && Object.keys(result.fields)).toEqual(fields);
});

test("an ended session redirects to the sign-in page", async () => {
  expect(await post(apiError(401, "session_missing"))).toMatchObject({ status: 303, location: "/login?ended" });
});
