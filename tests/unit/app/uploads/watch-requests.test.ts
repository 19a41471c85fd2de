// When a request of an upload is taken for dead.
import type { HttpResponse, HttpStack } from "tus-js-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchRequests } from "../../../../app/uploads/watch-requests";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class FakeXhr extends EventTarget {
  readonly upload = new EventTarget();
  abort = vi.fn(() => this.dispatchEvent(new Event("loadend")));
}

/** Sends a request that answers only when the test says so. */
function sendWatched() {
  const xhr = new FakeXhr();
  const { promise, resolve } = Promise.withResolvers<HttpResponse>();
  const request = { send: (_body: unknown) => promise, getUnderlyingObject: () => xhr };
  const stack = { getName: () => "fake", createRequest: () => request } as unknown as HttpStack;
  const outcome = vi.fn();
  watchRequests(stack)
    .createRequest("PATCH", "/api/files/f1")
    .send(null)
    .then(
      () => outcome("answered"),
      (error: Error) => outcome(error.message),
    );
  return { xhr, outcome, answer: () => resolve({} as HttpResponse) };
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

test("a timeout that the browser reports ends it", async () => {
  const { xhr, outcome } = sendWatched();
  xhr.dispatchEvent(new Event("timeout"));
  await minutes(0);
  expect(outcome).toHaveBeenCalledExactlyOnceWith("The connection timed out");
});

test("three minutes without a byte end it, and abort the request", async () => {
  const { xhr, outcome } = sendWatched();
  await minutes(2.9);
  expect(outcome).not.toHaveBeenCalled();
  await minutes(0.1);
  expect(outcome).toHaveBeenCalledExactlyOnceWith("Nothing was sent or received for too long");
  expect(xhr.abort).toHaveBeenCalledOnce();
});

test("it goes on for as long as something is sent or received", async () => {
  const { xhr, outcome } = sendWatched();
  for (const target of [xhr.upload, xhr.upload, xhr, xhr]) {
    await minutes(2);
    target.dispatchEvent(new Event("progress"));
  }
  expect(outcome).not.toHaveBeenCalled();
});

test("an answer ends the watch", async () => {
  const { xhr, outcome, answer } = sendWatched();
  answer();
  xhr.dispatchEvent(new Event("loadend"));
  await minutes(10);
  expect(outcome).toHaveBeenCalledExactlyOnceWith("answered");
  expect(xhr.abort).not.toHaveBeenCalled();
});
