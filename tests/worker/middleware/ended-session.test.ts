import { afterEach, expect, it, vi } from "vitest";
import { requireMemberBackend } from "../../../worker/context";
import { Faults } from "../support/faults";
import { join, signIn } from "../support/people";
import { bindings, createTestApp } from "../support/test-app";

afterEach(() => {
  vi.useRealTimers();
});

/** The records of ended sessions, which answer only after `released`. */
function heldRevocations(released: Promise<void>): typeof bindings.REVOCATIONS {
  const { REVOCATIONS } = bindings;
  const namespace = {
    idFromName: (name: string) => REVOCATIONS.idFromName(name),
    get(id: DurableObjectId) {
      const record = REVOCATIONS.get(id);
      return {
        isMarked: () => released.then(() => record.isMarked()),
        lastCutoff: () => released.then(() => record.lastCutoff()),
      };
    },
  };
  return namespace as unknown as typeof REVOCATIONS;
}

it("costs a member page no round trip: the backend is called while the records are asked", async () => {
  const faults = new Faults();
  const app = createTestApp({
    wrapServer: faults.wrap,
    render: async ({ context }) => new Response((await requireMemberBackend(context).account.get()).name),
  });
  const browser = app.browser();
  await join(browser);
  faults.calls.length = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const page = browser.fetch("/dashboard", {}, { ...bindings, REVOCATIONS: heldRevocations(released) });
  await vi.waitFor(() => expect(faults.calls).toEqual(["GET /account"]));
  release();
  expect(await (await page).text()).toBe("Asha Rao");
  expect(faults.calls).toEqual(["GET /account"]);
});

it("a public page shows the name for at most a minute after the session was ended elsewhere", async () => {
  const app = createTestApp();
  const [laptop, phone] = [app.browser(), app.browser()];
  const { email } = await join(laptop);
  await signIn(phone, email);
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const shown = async () => (await laptop.fetch("/about")).text();
  expect(await shown()).toContain("Asha Rao");
  expect((await phone.send("DELETE", "/account/sessions")).ok).toBe(true);
  await app.waitForBackgroundTasks();
  vi.setSystemTime(start + 59_999);
  expect(await shown()).toContain("Asha Rao");
  vi.setSystemTime(start + 60_000);
  expect(await shown()).toContain("guest");
  expect(laptop.signInCookies).toEqual([]);
});
