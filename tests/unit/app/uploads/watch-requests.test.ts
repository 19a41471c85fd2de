// How long a request of an upload is waited for.
import type { HttpResponse, HttpStack } from "tus-js-client";
import { expect, test } from "vitest";
import { watchRequests } from "../../../../app/uploads/watch-requests";

/** Sends a request that is never answered. */
function sendWatched(body: Blob | null) {
  const xhr = Object.assign(new EventTarget(), { timeout: 0 });
  const answer = Promise.withResolvers<HttpResponse>();
  const request = { send: () => answer.promise, getUnderlyingObject: () => xhr };
  const stack = { getName: () => "fake", createRequest: () => request } as unknown as HttpStack;
  return { xhr, answer, sent: watchRequests(stack).createRequest("PATCH", "/api/files/f1").send(body) };
}

test("it fails when the browser reports a timeout", async () => {
  const { xhr, sent } = sendWatched(new Blob(["a part"]));
  xhr.dispatchEvent(new Event("timeout"));
  await expect(sent).rejects.toThrow("The request timed out");
});

test("without a body it is waited for a minute, with one as long as the browser waits", () => {
  expect(sendWatched(null).xhr.timeout).toBe(60_000);
  expect(sendWatched(new Blob(["a part"])).xhr.timeout).toBe(0);
});

test("its answer is passed on", async () => {
  const { answer, sent } = sendWatched(null);
  const response = {} as HttpResponse;
  answer.resolve(response);
  expect(await sent).toBe(response);
});
