import { expect, it, vi } from "vitest";
import { createApp } from "../../worker/app";
import { Hold } from "./support/faults";
import { bindings, ORIGIN } from "./support/test-app";

// workerd cancels everything of a request whose client hangs up, unless it was passed to waitUntil.
it.each([
  ["POST", 1],
  ["GET", 0],
])("the handling of a %s is passed to waitUntil if it may change something", async (method, kept) => {
  const works: Promise<unknown>[] = [];
  let finish = (_: Response) => {};
  const page = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  const app = createApp({ render: () => page, buildId: "test", log: () => {} });
  const context = { waitUntil: (work: Promise<unknown>) => works.push(work), passThroughOnException() {} };
  const request = new Request("http://localhost/terms", { method });
  const response = app.fetch(request, bindings, context as unknown as ExecutionContext);
  expect(works).toHaveLength(kept);
  finish(new Response("done"));
  await Promise.all(works);
  expect((await response).status).toBe(200);
});

it("a call to the backend is kept by waitUntil, so that it counts as long as the backend works on it", async () => {
  const hold = new Hold();
  const app = createApp({
    render: async ({ context }) => {
      await context.appwrite.admin.users.find("nobody");
      return new Response("done");
    },
    buildId: "test",
    log: () => {},
    wrapServer: (server) => ({ ...server, fetch: (request) => hold.fault(request, () => server.fetch(request)) }),
  });
  const works: Promise<unknown>[] = [];
  const context = { waitUntil: (work: Promise<unknown>) => works.push(work), passThroughOnException() {} };
  const response = app.fetch(new Request(`${ORIGIN}/login`), bindings, context as unknown as ExecutionContext);
  await vi.waitFor(() => expect(hold.count).toBe(1));
  let hasEnded = false;
  const ended = Promise.all(works).then(() => {
    hasEnded = true;
  });
  expect(works).toHaveLength(1);
  expect(hasEnded).toBe(false);
  hold.release();
  await ended;
  expect((await response).status).toBe(200);
});
