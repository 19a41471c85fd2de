import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadStaleBuild, trackDestination } from "../../../../app/navigation/stale-build";

/** The hook that React Router calls around each navigation. */
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
  // Resets the module's pending destination.
  listeners.get("popstate")?.();
});

const forever = () => new Promise<void>(() => {});

/** Fires the event of a reload. @returns whether the reload was allowed */
function reload(userInitiated = false): boolean {
  const preventDefault = vi.fn();
  listeners.get("navigate")?.({ navigationType: "reload", userInitiated, preventDefault });
  return preventDefault.mock.calls.length === 0;
}

test("a reload during a navigation opens the destination instead, once", () => {
  void navigate(forever, { to: "/stories" });
  expect(reload()).toBe(false);
  expect(assign.mock.calls).toEqual([["/stories"]]);
  expect(reload()).toBe(true);
});

test("a reload is allowed when the visitor asks for it, after a form, after a finished navigation, and after Back", async () => {
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
