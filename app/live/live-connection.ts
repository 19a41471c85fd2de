// The page's socket to /api/realtime: when it connects, how long it waits after a failure, and what it reports.
import { type Change, CLOSE_CODE, HEARTBEAT_MS, PING, PONG, REALTIME_PATH } from "../contract/realtime";
import { readAccount } from "./read-account";

export interface LiveHandlers {
  /** Something has changed. `null` when the page had no connection for a while, so that anything may have. */
  onChange(changes: readonly Change[] | null): void;
  /** The session of this browser's cookie has ended, or needs its second factor. @returns false to ask again later, while the page itself is ending it */
  onEnd(): boolean;
}

/** The waits before another attempt, in milliseconds: each up to so many attempts that failed in a row. */
const WAITS = [
  { attempts: 5, ms: 1_000 },
  { attempts: 15, ms: 5_000 },
  { attempts: 100, ms: 10_000 },
  { attempts: Number.POSITIVE_INFINITY, ms: 60_000 },
] as const;
/** Each page waits up to this much longer, so that pages do not all come back at once after an outage. */
const JITTER = 0.2;
/** For how long the account that was read counts as signed in while no socket opens, in milliseconds. */
const VERIFIED_FOR_MS = 10 * 60_000;

/** Connects, and stays connected while the page is visible and online. @returns a function that closes the connection for good */
export function startLiveConnection({ onChange, onEnd }: LiveHandlers): () => void {
  const stretch = 1 + Math.random() * JITTER;
  let socket: WebSocket | null = null;
  let failures = 0;
  let hasBeenAway = false;
  let isPongDue = false;
  let isStopped = false;
  /** True when the account must be read before the next socket, since the member may have signed out. */
  let mustVerifySession = false;
  let isVerifying = false;
  let verifiedUntil = 0;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  /** Drops the socket. What it still says is ignored. */
  const disconnect = () => {
    clearTimeout(reconnect);
    clearInterval(heartbeat);
    const dropped = socket;
    socket = null;
    if (!dropped) return;
    hasBeenAway = true;
    // Browsers write a warning to the console when a socket is closed before it is open.
    if (dropped.readyState === WebSocket.CONNECTING) dropped.onopen = () => dropped.close();
    else dropped.close();
  };

  const retryLater = () => {
    disconnect();
    const { ms } = WAITS.find(({ attempts }) => failures < attempts) ?? WAITS[3];
    failures += 1;
    reconnect = setTimeout(update, ms * stretch);
  };

  const connect = () => {
    isPongDue = false;
    let opened: WebSocket;
    try {
      opened = new WebSocket(location.origin.replace("http", "ws") + REALTIME_PATH);
    } catch {
      // Older versions of Safari: their content security policy takes a socket to this origin for one to another.
      return;
    }
    socket = opened;
    let hasOpened = false;
    let hasHeard = false;
    opened.onopen = () => {
      hasOpened = true;
      verifiedUntil = 0;
    };
    opened.onmessage = ({ data }) => {
      if (opened !== socket) return;
      hasHeard = true;
      isPongDue = false;
      if (data === PONG) {
        // Not before: a socket that opens and soon ends again has failed, too.
        failures = 0;
        return;
      }
      const { changed } = JSON.parse(String(data)) as { changed: Change[] };
      if (changed.length > 0) onChange(changed);
      else if (hasBeenAway) onChange(null);
    };
    opened.onclose = ({ code }) => {
      if (opened !== socket) return;
      const isOver = code === CLOSE_CODE.sessionEnded || code === CLOSE_CODE.secondFactorMissing;
      if (isOver && hasHeard) {
        // Another tab may have signed in again: the cookie's session is asked for now.
        disconnect();
        mustVerifySession = true;
        update();
      } else if (isOver && onEnd()) stop();
      else {
        // A browser hides the status of a failed handshake. It may be 401, since a guest gets no socket.
        mustVerifySession = !hasOpened && Date.now() >= verifiedUntil;
        retryLater();
      }
    };
    heartbeat = setInterval(() => {
      // No answer for a whole interval: the network has lost the connection without telling.
      if (isPongDue) return retryLater();
      isPongDue = true;
      if (opened.readyState === WebSocket.OPEN) opened.send(PING);
    }, HEARTBEAT_MS);
  };

  /** Connects or disconnects, as the page's state demands. */
  const update = () => {
    if (document.hidden || !navigator.onLine) disconnect();
    else if (!socket && !isStopped && !isVerifying) {
      clearTimeout(reconnect);
      if (mustVerifySession) void verifyThenConnect();
      else connect();
    }
  };

  /** Ends the page when the browser is a guest by now. Otherwise it connects, also when the site cannot say: the socket may learn more. */
  const verifyThenConnect = async () => {
    isVerifying = true;
    const account = await readAccount();
    isVerifying = false;
    if (isStopped) return;
    if (account === "guest") {
      if (onEnd()) stop();
      else retryLater();
      return;
    }
    if (account === "member") verifiedUntil = Date.now() + VERIFIED_FOR_MS;
    mustVerifySession = false;
    update();
  };

  const events: [EventTarget, string, () => void][] = [
    [document, "visibilitychange", update],
    [window, "online", update],
    [window, "offline", update],
    // A page with an open socket is not kept in the back/forward cache.
    [window, "pagehide", disconnect],
    [window, "pageshow", update],
  ];
  const stop = () => {
    isStopped = true;
    disconnect();
    for (const [target, type, listener] of events) target.removeEventListener(type, listener);
  };
  for (const [target, type, listener] of events) target.addEventListener(type, listener);
  update();
  return stop;
}
