// Ends requests of tus-js-client whose connection is dead. By itself tus-js-client listens to `load` and `error` alone: when the system gives
// a connection up, the browser reports `timeout`, and the upload would wait for ever.
import type { HttpStack } from "tus-js-client";

/**
 * How long a request without a body may take, in milliseconds. One with a body has no limit of ours: the browser takes bytes for sent that
 * the system, or a program that checks them, still has to send, for many minutes on a slow line.
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
