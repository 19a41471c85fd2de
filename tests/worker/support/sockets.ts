// Sockets of pages to /api/realtime, and a backend's socket that a test speaks for.
import { CHANGES, REALTIME_PATH, type RealtimeMessage } from "../../../app/contract/realtime";
import type { Faults } from "./faults";
import type { Browser } from "./test-app";

/** A socket of a page. It keeps what it received. */
export class PageSocket {
  readonly messages: string[] = [];
  /** The code with which the server closed the socket. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #wake: () => void = () => {};

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ code }) => {
        resolve(code);
        this.#wake();
      });
    });
    socket.addEventListener("message", ({ data }) => {
      this.messages.push(String(data));
      this.#wake();
    });
    socket.accept();
  }

  send(message: string | Uint8Array): void {
    this.#socket.send(message);
  }

  close(): void {
    this.#socket.close(1000);
  }

  /** Waits until `isDone` holds for the messages so far. */
  async until(isDone: (messages: readonly string[]) => boolean): Promise<void> {
    while (!isDone(this.messages)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Everything that was announced so far, in the order of `CHANGES`. */
  changes(): string[] {
    const messages = this.messages.filter((text) => text.startsWith("{"));
    const changed = messages.flatMap((text) => (JSON.parse(text) as RealtimeMessage).changed);
    return CHANGES.filter((change) => changed.includes(change));
  }

  /** Waits until each of these was announced. */
  async hears(...changes: readonly string[]): Promise<void> {
    await this.until(() => changes.every((change) => this.changes().includes(change)));
  }
}

/** Asks for a socket as the site's own pages do. */
export function requestSocket(browser: Browser, headers: Record<string, string> = {}): Promise<Response> {
  return browser.fetch(REALTIME_PATH, { headers: { Upgrade: "websocket", ...headers } });
}

/** Opens a socket, which the server may close at once. */
export async function openSocket(browser: Browser): Promise<PageSocket> {
  const { status, webSocket } = await requestSocket(browser);
  if (status !== 101 || !webSocket) throw new Error(`the socket was answered with ${status}`);
  return new PageSocket(webSocket);
}

/** Opens a socket, and waits until changes arrive. */
export async function listen(browser: Browser): Promise<PageSocket> {
  const socket = await openSocket(browser);
  await socket.until((messages) => messages.includes('{"changed":[]}'));
  return socket;
}

/** Answers the next request for realtime with a socket of the test's own. @returns the backend's end, once it was asked for */
export function serveBackendSocket(faults: Faults): Promise<WebSocket> {
  return new Promise((resolve) => {
    faults.on(
      /^GET \/realtime$/,
      async () => {
        const { 0: client, 1: server } = new WebSocketPair();
        server.accept();
        resolve(server);
        return new Response(null, { status: 101, webSocket: client });
      },
      1,
    );
  });
}
