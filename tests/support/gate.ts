// A gate before a server: while it is shut, everything that is asked waits, and nothing is answered.
import { connect, createServer, type Socket } from "node:net";

export interface Gate {
  readonly origin: string;
  shut(): void;
  /** Lets through what waits, and all that follows. */
  open(): void;
  close(): Promise<void>;
}

/** Puts a gate before the server at `origin`; it is open. */
export async function gateBefore(origin: string): Promise<Gate> {
  const { hostname, port } = new URL(origin);
  let isShut = false;
  let waiting: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((asker) => {
    const backend = connect(Number(port), hostname);
    for (const socket of [asker, backend]) {
      sockets.add(socket);
      // Either side may go away in the middle of a call, and takes the other along.
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        asker.destroy();
        backend.destroy();
      });
    }
    asker.on("data", (bytes) => {
      const pass = () => backend.write(bytes);
      if (isShut) waiting.push(pass);
      else pass();
    });
    backend.pipe(asker);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The gate has no address");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    shut() {
      isShut = true;
    },
    open() {
      isShut = false;
      const passes = waiting;
      waiting = [];
      for (const pass of passes) pass();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
