import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { finishSave, finishSignIn } from "../../../../app/forms/dashboard-redirect";
import { getNotice, setNotice } from "../../../../app/lib/notice";
import { stubStorage } from "../../../support/storage";

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { Location: location } });

const ROUTES = {
  root: { path: "", module: "/assets/root.js" },
  layout: { parentId: "root", module: "/assets/layout.js", imports: ["/assets/shared.js"] },
  dashboard: { parentId: "layout", path: "dashboard", module: "/assets/dashboard.js", imports: [] },
  about: { parentId: "root", path: "about", module: "/assets/about.js" },
};

let online = new EventTarget();

beforeEach(() => {
  online = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal("window", { __reactRouterManifest: { routes: ROUTES } });
  vi.stubGlobal("addEventListener", online.addEventListener.bind(online));
  stubStorage("sessionStorage");
  stubStorage("localStorage");
  setNotice(null);
});
afterEach(() => {
  vi.useRealTimers();
});

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const arrives = async () => new Response("export {}");

/** Signs in, and tells whether that has finished. */
function signIn(signal = new AbortController().signal, thrown: unknown = redirectTo("/dashboard")) {
  const state = { isFinished: false };
  const finished = finishSignIn(thrown, signal).then(() => {
    state.isFinished = true;
  });
  return { state, finished };
}

test("the code of the dashboard and of the routes around it is fetched first, and nothing is said", async () => {
  const fetched = vi.fn(arrives);
  vi.stubGlobal("fetch", fetched);
  await signIn().finished;
  const urls = fetched.mock.calls.flat() as unknown[];
  expect(urls.sort()).toEqual(["/assets/dashboard.js", "/assets/layout.js", "/assets/root.js", "/assets/shared.js"]);
  expect(getNotice()).toBeNull();
});

test("another redirect fetches nothing", async () => {
  const fetched = vi.fn(arrives);
  vi.stubGlobal("fetch", fetched);
  await signIn(undefined, redirectTo("/login/two-step")).finished;
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ["the button is pressed", () => getNotice()?.onRetry?.()],
  ["the browser is online again", () => online.dispatchEvent(new Event("online"))],
  ["some seconds have passed", () => vi.advanceTimersByTime(5000)],
])("without a connection it says that the account is there, and goes on when %s", async (_, goOn) => {
  vi.stubGlobal("fetch", lost);
  const { state, finished } = signIn();
  await vi.waitFor(() => expect(getNotice()?.message).toMatch(/^Your account is ready, and you are signed in\./));
  expect(state.isFinished).toBe(false);
  vi.stubGlobal("fetch", arrives);
  goOn();
  await finished;
});

test("each try removes the listeners of the one before", async () => {
  const listeners = { added: 0, removed: 0 };
  vi.stubGlobal("addEventListener", (type: string, listener: () => void, options: AddEventListenerOptions) => {
    listeners.added += 1;
    options.signal?.addEventListener("abort", () => {
      listeners.removed += 1;
    });
    online.addEventListener(type, listener, options);
  });
  vi.stubGlobal("fetch", lost);
  const navigation = new AbortController();
  const { finished } = signIn(navigation.signal);
  await vi.waitFor(() => expect(listeners).toEqual({ added: 1, removed: 0 }));
  vi.advanceTimersByTime(5000);
  await vi.waitFor(() => expect(listeners).toEqual({ added: 2, removed: 1 }));
  navigation.abort();
  await finished;
  expect(listeners).toEqual({ added: 2, removed: 2 });
});

test("the notice stays away once it is dismissed, while the tries go on", async () => {
  vi.stubGlobal("fetch", lost);
  const { state, finished } = signIn();
  await vi.waitFor(() => expect(getNotice()).not.toBeNull());
  setNotice(null);
  const tries = vi.fn(lost);
  vi.stubGlobal("fetch", tries);
  vi.advanceTimersByTime(5000);
  await vi.waitFor(() => expect(tries).toHaveBeenCalled());
  expect([getNotice(), state.isFinished]).toEqual([null, false]);
  vi.stubGlobal("fetch", arrives);
  vi.advanceTimersByTime(5000);
  await finished;
});

test("it stops when the visitor goes to another page", async () => {
  vi.stubGlobal("fetch", lost);
  const navigation = new AbortController();
  const { finished } = signIn(navigation.signal);
  await vi.waitFor(() => expect(getNotice()).not.toBeNull());
  navigation.abort();
  await finished;
});

test.each([
  ["sign-in", () => finishSignIn(redirectTo("/dashboard"), new AbortController().signal)],
  ["save", () => finishSave(redirectTo("/dashboard"), new AbortController().signal)],
])("after a %s, the dashboard whose code is gone after a deployment is opened as a new document", async (_, finish) => {
  const replace = vi.fn();
  vi.stubGlobal("location", { replace });
  vi.stubGlobal("fetch", async () => new Response("gone", { status: 404 }));
  const finished = vi.fn();
  void finish().then(finished);
  await vi.waitFor(() => expect(replace.mock.calls).toEqual([["/dashboard"]]));
  expect([finished.mock.calls.length, getNotice()]).toEqual([0, null]);
});

test("somebody who has gone to another page meanwhile stays there after a deployment", async () => {
  const replace = vi.fn();
  vi.stubGlobal("location", { replace });
  const navigation = new AbortController();
  vi.stubGlobal("fetch", async () => {
    navigation.abort();
    return new Response("gone", { status: 404 });
  });
  await finishSave(redirectTo("/dashboard"), navigation.signal);
  expect(replace).not.toHaveBeenCalled();
});

test.each([
  [redirectTo("/dashboard"), 1],
  [redirectTo("/dashboard?refused"), 0],
  [redirectTo("/login?ended"), 0],
  [new Response(null), 0],
  [new Error("no response"), 0],
])("only a redirect to the dashboard itself is a success (%#)", async (thrown, times) => {
  vi.stubGlobal("fetch", arrives);
  const forget = vi.fn();
  await finishSave(thrown, new AbortController().signal, forget);
  expect(forget).toHaveBeenCalledTimes(times);
});
