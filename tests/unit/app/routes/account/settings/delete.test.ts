// What the deletion's form says when not everything went well: the answers of its action.
import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { apiContext, type Flash, flashContext } from "../../../../../../app/context";
import { action } from "../../../../../../app/routes/account/settings/delete";

const answer = (status: number, body?: unknown) => new Response(body ? JSON.stringify(body) : null, { status });
const refusal = (code: number, type: string) =>
  answer(code, { error: { code, type, message: "A message.", requestId: "a" } });
const account = (user: object | null, profile: object | null) => answer(200, { user, profile });

/** Posts the form to an API that answers so. */
async function post(deleted: Response, left: Response = answer(500)) {
  const flash: Flash = { leave: vi.fn(), take: () => null };
  const context = new RouterContextProvider();
  const calls = { $delete: async () => deleted, $get: async () => left };
  context.set(apiContext, { client: { account: calls } } as never);
  context.set(flashContext, flash);
  const body = new URLSearchParams({ password: "Marigold-2025" });
  const request = new Request("https://navarambh.example/settings/delete", { method: "POST", body });
  try {
    const { data, init } = await action({ request, context } as unknown as Parameters<typeof action>[0]);
    return { status: init?.status, ...data, flash };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, leadsTo: thrown.headers.get("Location"), flash };
  }
}

test("a deletion that worked leads home, where it is confirmed", async () => {
  const { flash, ...result } = await post(answer(204));
  expect(result).toEqual({ status: 303, leadsTo: "/" });
  expect(flash.leave).toHaveBeenCalledWith("account-deleted", "/");
});

test("one whose answer was lost, but which took everything, counts as done", async () => {
  expect(await post(refusal(504, "backend_stalled"), account(null, null))).toMatchObject({ leadsTo: "/" });
});

test("a limit of the backend, met half-way, does not say that nothing is gone", async () => {
  const result = await post(refusal(429, "general_rate_limit_exceeded"), account({}, {}));
  expect(result).toMatchObject({ status: 429, detail: expect.stringContaining("your file may be gone") });
});

test.each([
  [account({}, {}), "Your account and your profile are still there; your file may be gone."],
  [account({}, null), "Your file and your profile are gone; the account itself is still there."],
  [refusal(503, "backend_down"), "We cannot see how much of it is gone already."],
])("one that stopped half-way says what is left, and that it can be finished", async (left, message) => {
  const result = await post(refusal(502, "backend_failed"), left);
  expect(result).toMatchObject({ status: 502, isPasswordWrong: false });
  expect(result).toHaveProperty("detail", expect.stringContaining(message));
  expect(result).toHaveProperty("detail", expect.stringMatching(/send this once more/i));
});

test.each([
  [refusal(401, "user_invalid_credentials"), "This is not your password. Check it and try again", true],
  [refusal(429, "rate_limited"), "That was tried too often. Try again a little later.", false],
])("one that was not begun says that nothing is gone", async (deleted, message, isPasswordWrong) => {
  expect(await post(deleted)).toMatchObject({ message, isPasswordWrong, detail: "Nothing was deleted." });
});

test("a dead session leads to the sign-in page", async () => {
  expect(await post(refusal(401, "session_missing"))).toMatchObject({ status: 303, leadsTo: "/login?ended" });
});
