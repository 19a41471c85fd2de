// Ends requests of tus-js-client whose connection is dead. By itself tus-js-client listens to `load` and `error` alone: when the system gives
// a connection up, which takes many minutes, the browser reports `timeout`, and the upload would wait for ever.
import type { HttpStack } from "tus-js-client";

/**
 * After so long without a byte in either direction a connection is taken for dead, in milliseconds. Bytes count as sent once the system has
 * them: a slow phone may need minutes to empty what it has buffered.
 */
const SILENCE_MS = 180_000;

/** The same requests, which fail when they are dead. */
export function watchRequests(stack: HttpStack): HttpStack {
  return {
    getName: () => stack.getName(),
    createRequest(method, url) {
      const request = stack.createRequest(method, url);
      const send = request.send.bind(request);
      request.send = (body) => Promise.race([send(body), whenDead(request.getUnderlyingObject())]);
      return request;
    },
  };
}

/** Rejects when the browser reports a timeout, or when nothing has moved for too long. Never resolves. */
function whenDead(request: XMLHttpRequest): Promise<never> {
  return new Promise((_, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new Error("Nothing was sent or received for too long"));
        request.abort();
      }, SILENCE_MS);
    };
    for (const target of [request, request.upload]) target.addEventListener("progress", watch);
    request.addEventListener("timeout", () => reject(new Error("The connection timed out")));
    request.addEventListener("loadend", () => clearTimeout(timer));
    watch();
  });
}
