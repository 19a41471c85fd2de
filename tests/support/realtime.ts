// A page's connection to /api/realtime, as seen from the browser.
import type { Page, WebSocket, WebSocketRoute } from "playwright-core";

const REALTIME = "**/api/realtime";

/** Resolves when a connection that the page opens from now on brings changes. Call it before the page is opened. */
export function whenConnected(page: Page): Promise<void> {
  return new Promise((resolve) => {
    const watch = (socket: WebSocket) =>
      socket.on("framereceived", ({ payload }) => {
        if (payload !== '{"changed":[]}') return;
        page.off("websocket", watch);
        resolve();
      });
    page.on("websocket", watch);
  });
}

/** Records what a page hears. Call it before the page is opened. @returns the messages so far */
export function recordMessages(page: Page): string[] {
  const messages: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => messages.push(String(payload))));
  return messages;
}

/** Puts the test between the page and its connections. @returns all that were opened, the newest last */
export async function interceptSockets(page: Page): Promise<WebSocketRoute[]> {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(REALTIME, (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  return sockets;
}

/** Makes the page's network slow: 20 kB/s, a second for each answer, and a second for each message of a connection, both ways. */
export async function slowDown(page: Page): Promise<void> {
  const delayMs = 1_000;
  await page.routeWebSocket(REALTIME, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => setTimeout(() => socket.send(message), delayMs));
    socket.onMessage((message) => setTimeout(() => server.send(message), delayMs));
  });
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: delayMs, downloadThroughput: 20_000, uploadThroughput: 20_000 };
  await session.send("Network.emulateNetworkConditions", conditions);
}

/** Tells the page that it is hidden, or visible again. Chromium hides no page of a test. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}
