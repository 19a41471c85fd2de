// A slow line between a client and the Worker, on which things happen in the middle of a part.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { CHUNK_BYTES } from "../../../app/contract/limits.ts";

export interface BadLine {
  readonly origin: string;
  /** How many bytes of bodies have come from the client. */
  bytesReceived(): number;
  close(): Promise<void>;
}

export interface BadLineOptions {
  /** The port of the Worker. */
  port: number;
  bytesPerSecond: number;
  /**
   * Called in the middle of each part of the file, with its number from 1 on, when it is sent for the first time.
   * @returns true to cut the connection there
   */
  inTheMiddle(part: number): boolean;
}

/** Starts the line, on loopback. */
export async function startBadLine({ port, bytesPerSecond, inTheMiddle }: BadLineOptions): Promise<BadLine> {
  let received = 0;
  const seen = new Set<number>();
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const part = 1 + Math.floor(Number(incoming.headers["upload-offset"]) / CHUNK_BYTES);
    const length = Number(incoming.headers["content-length"] ?? 0);
    const { host: _, ...headers } = incoming.headers;
    const target = { port, host: "127.0.0.1", method: incoming.method, path: incoming.url };
    const forwarded = request({ ...target, headers: { ...headers, host: `localhost:${port}` } });
    forwarded.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    // Whichever side is lost, the other one is, too.
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    let sent = 0;
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      received += chunk.length;
      sent += chunk.length;
      forwarded.write(chunk);
      if (sent >= length / 2 && !seen.has(part)) {
        seen.add(part);
        // Resets the connection, so that bytes in this machine's buffers are dropped: they are larger than those of a real line.
        if (inTheMiddle(part)) return incoming.socket.resetAndDestroy();
      }
      await wait((chunk.length / bytesPerSecond) * 1000);
    }
    forwarded.end();
  };
  const server = createServer((incoming, outgoing) => {
    // The client has gone, or was cut off.
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytesReceived: () => received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
