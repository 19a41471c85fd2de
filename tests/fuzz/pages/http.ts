// Sends requests over HTTP as they are: `fetch` would correct their addresses and refuse their headers.
import { Buffer } from "node:buffer";
import { Agent, type IncomingMessage, request as startRequest } from "node:http";
import { newIpAddress } from "../../support/people";
import type { Header } from "../headers";
import type { Answer } from "../soundness";

export interface RawRequest {
  method: string;
  /** The address as it is sent, with its query. */
  address: string;
  /** A later one replaces an earlier one of its name. */
  headers: readonly Header[];
  body?: Uint8Array | string;
}

/**
 * Headers about the connection itself, which Node's client sets, and those that Wrangler reads before the Worker: it answers with an error
 * of its own.
 */
const NOT_FOR_THE_WORKER = new Set([
  "content-length",
  "transfer-encoding",
  "connection",
  "expect",
  "host",
  "mf-original-url",
]);

/** No request waits longer. The site itself gives up on a silent client after 30 seconds. */
const LONGEST_MS = 45_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Sends a request from an address of its own, as a page of the site does, and reads the answer. Redirects are not followed.
 * Wrangler closes a connection now and then after a body that was refused: then the request goes over another one, as a browser does it.
 */
export async function send(origin: string, raw: RawRequest): Promise<Answer> {
  try {
    return await sendOnce(origin, raw);
  } catch (error) {
    if (error instanceof ClosedConnection) return sendOnce(origin, raw);
    throw error;
  }
}

/** A connection that an earlier request used, and that was closed before this one. */
class ClosedConnection extends Error {}

/** @throws {ClosedConnection} */
function sendOnce(origin: string, { method, address, headers, body }: RawRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent: Record<string, string> = {
    accept: "text/html",
    origin,
    "sec-fetch-site": "same-origin",
    "cf-connecting-ip": newIpAddress(),
  };
  for (const [name, value] of headers) {
    if (!NOT_FOR_THE_WORKER.has(name.toLowerCase())) sent[name.toLowerCase()] = headerValue(value);
  }
  const { hostname, port } = new URL(origin);
  const request = startRequest({ agent, hostname, port, method, path: requestTarget(address), headers: sent });
  request.on("response", (response) => read(response).then(resolve, reject));
  request.on("upgrade", (response: IncomingMessage, socket) => {
    socket.destroy();
    resolve(answerOf(response, ""));
  });
  request.on("error", (error: NodeJS.ErrnoException) =>
    reject(request.reusedSocket && error.code === "ECONNRESET" ? new ClosedConnection() : error),
  );
  request.setTimeout(LONGEST_MS, () => request.destroy(new Error(`There is no answer after ${LONGEST_MS} ms`)));
  request.end(body);
  return promise;
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return answerOf(response, Buffer.concat(chunks).toString());
}

function answerOf({ statusCode = 0, rawHeaders }: IncomingMessage, text: string): Answer {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return { status: statusCode, headers, text };
}

/** A text as the value of a header: the bytes of its UTF-8, without those that a value cannot have (RFC 9110, 5.5). */
function headerValue(text: string): string {
  return Buffer.from(text)
    .toString("latin1")
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, "")
    .trim();
}

/** A text as the target of a request: the bytes of its UTF-8, and `%20` and the like for those that end the line. */
function requestTarget(address: string): string {
  const bytes = Buffer.from(address).toString("latin1");
  return bytes.replace(/[^\x21-\x7e\x80-\xff]/g, (character) => encodeURIComponent(character));
}
