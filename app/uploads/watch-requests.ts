// Makes a request of tus-js-client fail when its connection is dead. tus-js-client itself listens only to the events `load` and `error`. When the
// operating system gives up a connection, the browser fires `timeout` instead, and the upload would wait for ever.
import type { HttpStack } from "tus-js-client";

/**
 * How long a request without a body may take, in milliseconds. A request with a body has no such limit: on a slow line the operating system, or a
 * virus scanner, may go on sending for many minutes after the browser has handed over the last byte.
 */
const ANSWER_WITHIN_MS = 60_000;

/** The same requests, which fail when they time out. */
export function watchRequests(stack: HttpStack): HttpStack {
  return {
    getName: () => stack.getName(),
    createRequest(method, url) {
      const request = stack.createRequest(method, url);
      const send = request.send.bind(request);
      request.send = (body) => {
        const xhr: XMLHttpRequest = request.getUnderlyingObject();
        if (!body) xhr.timeout = ANSWER_WITHIN_MS;
        const timedOut = new Promise<never>((_, reject) => {
          xhr.addEventListener("timeout", () => reject(new Error("The request timed out")));
        });
        return Promise.race([send(body), timedOut]);
      };
      return request;
    },
  };
}
