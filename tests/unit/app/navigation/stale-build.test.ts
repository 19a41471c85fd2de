import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadStaleBuild, trackDestination } from "../../../../app/navigation/stale-build";

/** What React Router runs around each navigation, once it knows what to. */
type Navigate = (go: () => Promise<void>, info: { to: string | number | null; formMethod?: string }) => Promise<void>;

const assign = vi.fn();
let listeners: Map<string, (event?: unknown) => void>;
let navigate: Navigate;

beforeEach(() => {
  assign.mockClear();
  listeners = new Map();
  const addEventListener = (name: string, listener: (event?: unknown) => void) => listeners.set(name, listener);
  vi.stubGlobal("navigation", { addEventListener });
  vi.stubGlobal("window", { navigation });
  vi.stubGlobal("addEventListener", addEventListener);
  vi.stubGlobal("location", { assign });
  const instrument = (hooks: { navigate: Navigate }) => {
    navigate = hooks.navigate;
  };
  trackDestination.router?.({ instrument } as never);
  reloadStaleBuild();
});
afterEach(() => {
  // What is noted goes with the step away.
  listeners.get("popstate")?.();
  vi.unstubAllGlobals();
});

const forever = () => new Promise<void>(() => {});

/** React Router reloads the page. @returns whether it came to that */
function reload(userInitiated = false): boolean {
  const preventDefault = vi.fn();
  listeners.get("navigate")?.({ navigationType: "reload", userInitiated, preventDefault });
  return preventDefault.mock.calls.length === 0;
}

test("a reload for want of a page's code leads to that page, once", () => {
  void navigate(forever, { to: "/stories" });
  expect(reload()).toBe(false);
  expect(assign.mock.calls).toEqual([["/stories"]]);
  expect(reload()).toBe(true);
});

test("a reload is one for the visitor, after a form, after a page that came, and after a step back", async () => {
  void navigate(forever, { to: "/stories" });
  expect(reload(true)).toBe(true);
  void navigate(forever, { to: "/logout", formMethod: "post" });
  expect(reload()).toBe(true);
  await navigate(async () => {}, { to: "/stories" });
  expect(reload()).toBe(true);
  void navigate(forever, { to: "/stories" });
  listeners.get("popstate")?.();
  expect(reload()).toBe(true);
  expect(assign).not.toHaveBeenCalled();
});
