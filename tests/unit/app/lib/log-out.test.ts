import { afterEach, beforeEach, expect, test, vi } from "vitest";

const forgotten = vi.fn();
vi.mock("../../../../app/forms/draft", () => ({ clearForms: forgotten }));

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  forgotten.mockReset();
});

const load = () => import("../../../../app/lib/log-out");
const answer = (response: Response | Error) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => {
      if (response instanceof Error) throw response;
      return response;
    }),
  );

test("a log-out that worked forgets what this browser kept, and leaves", async () => {
  answer(new Response(null, { status: 204 }));
  const { logOut } = await load();
  const leave = vi.fn();
  expect(await logOut("everywhere", leave)).toBeNull();
  expect(fetch).toHaveBeenCalledWith("/api/account/sessions", { method: "DELETE" });
  expect(forgotten).toHaveBeenCalledOnce();
  expect(leave).toHaveBeenCalledOnce();
});

test("this device alone is signed out by its own session, and one that is over already counts as ended", async () => {
  answer(new Response('{"error":{"type":"session_missing","message":"m"}}', { status: 401 }));
  const { logOut } = await load();
  const leave = vi.fn();
  expect(await logOut("here", leave)).toBeNull();
  expect(fetch).toHaveBeenCalledWith("/api/account/sessions/current", { method: "DELETE" });
  expect(forgotten).toHaveBeenCalledOnce();
  expect(leave).toHaveBeenCalledOnce();
});

test.each([
  [new TypeError("Failed to fetch"), "We could not be reached."],
  [new Response('{"error":{"type":"rate_limited","message":"m"}}', { status: 429 }), "That was tried too often."],
  [new Response("<html>", { status: 502 }), "Something went wrong on our side."],
])("without one the member stays, and is told: %s", async (response, words) => {
  vi.spyOn(console, "warn").mockReturnValue();
  answer(response);
  const { logOut } = await load();
  const leave = vi.fn();
  const said = await logOut("everywhere", leave);
  expect(said).toContain(words);
  expect(said).toContain("You are still signed in.");
  expect(forgotten).not.toHaveBeenCalled();
  expect(leave).not.toHaveBeenCalled();
});

test("another tab's log-out is heard, this tab's own is not", async () => {
  answer(new Response(null, { status: 204 }));
  const here = await load();
  vi.resetModules();
  const elsewhere = await load();
  const heard = { here: vi.fn(), elsewhere: vi.fn() };
  const stops = [here.onCrossTabSignOut(heard.here), elsewhere.onCrossTabSignOut(heard.elsewhere)];
  await here.logOut("everywhere", () => {});
  await vi.waitFor(() => expect(heard.elsewhere).toHaveBeenCalledOnce());
  expect(heard.here).not.toHaveBeenCalled();
  for (const stop of stops) stop();
});
