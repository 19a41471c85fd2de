import { expect, it } from "vitest";
import { createApp } from "../../worker/app";
import { bindings } from "./support/test-app";

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
