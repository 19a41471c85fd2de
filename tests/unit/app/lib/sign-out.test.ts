import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubStorage } from "../../../support/storage";

const DRAFT_MODULE = "../../../../app/forms/draft";
const clearForms = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.doMock(DRAFT_MODULE, () => ({ clearForms }));
  vi.stubGlobal("window", new EventTarget());
  stubStorage("sessionStorage");
  stubStorage("localStorage");
});
afterEach(() => {
  vi.doUnmock(DRAFT_MODULE);
  vi.resetModules();
  clearForms.mockReset();
});

const load = () => import("../../../../app/lib/sign-out");
const stubFetch = (response: Response | Error) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => {
      if (response instanceof Error) throw response;
      return response;
    }),
  );

test("a successful sign-out deletes stored forms and leaves the page", async () => {
  stubFetch(new Response(null, { status: 204 }));
  const { signOut } = await load();
  const leave = vi.fn();
  expect(await signOut("everywhere", leave)).toBeNull();
  expect(fetch).toHaveBeenCalledWith("/api/account/sessions", { method: "DELETE" });
  expect(clearForms).toHaveBeenCalledOnce();
  expect(leave).toHaveBeenCalledOnce();
});

test("scope `here` ends the current session, and a session that has ended already is a success", async () => {
  stubFetch(new Response('{"error":{"type":"session_missing","message":"m"}}', { status: 401 }));
  const { signOut } = await load();
  const leave = vi.fn();
  expect(await signOut("here", leave)).toBeNull();
  expect(fetch).toHaveBeenCalledWith("/api/account/sessions/current", { method: "DELETE" });
  expect(clearForms).toHaveBeenCalledOnce();
  expect(leave).toHaveBeenCalledOnce();
});

test.each([
  [new TypeError("Failed to fetch"), "We could not be reached."],
  [new Response('{"error":{"type":"rate_limited","message":"m"}}', { status: 429 }), "That was tried too often."],
  [new Response("<html>", { status: 502 }), "Something went wrong on our side."],
])("a failed sign-out stays on the page and returns a message: %s", async (response, expected) => {
  vi.spyOn(console, "warn").mockReturnValue();
  stubFetch(response);
  const { signOut } = await load();
  const leave = vi.fn();
  const message = await signOut("everywhere", leave);
  expect(message).toContain(expected);
  expect(message).toContain("You are still signed in.");
  expect(clearForms).not.toHaveBeenCalled();
  expect(leave).not.toHaveBeenCalled();
});

test("a listener is called for a sign-out in another tab, and not for one in its own", async () => {
  stubFetch(new Response(null, { status: 204 }));
  const here = await load();
  vi.resetModules();
  const other = await load();
  const listeners = { here: vi.fn(), other: vi.fn() };
  const removers = [here.onCrossTabSignOut(listeners.here), other.onCrossTabSignOut(listeners.other)];
  await here.signOut("everywhere", () => {});
  await vi.waitFor(() => expect(listeners.other).toHaveBeenCalledOnce());
  expect(listeners.here).not.toHaveBeenCalled();
  for (const remove of removers) remove();
});

test("a session that ended elsewhere ends the page, but not while this tab signs out itself", async () => {
  const replace = vi.fn();
  vi.stubGlobal("location", { replace });
  const { promise, resolve: respond } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => promise);
  const { leaveEndedSession, signOut } = await load();
  const signingOut = signOut("everywhere", () => {});
  expect(leaveEndedSession()).toBe(false);
  respond(new Response(null, { status: 503 }));
  await signingOut;
  expect(replace).not.toHaveBeenCalled();
  expect(leaveEndedSession()).toBe(true);
  expect(clearForms).toHaveBeenCalledOnce();
  expect(replace).toHaveBeenCalledWith("/login?ended");
});
