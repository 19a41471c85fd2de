// The page's connection on a clock of the test's own, with sockets that the test speaks for.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change } from "../../../../app/contract/realtime";
import { startLiveConnection } from "../../../../app/live/live-connection";

class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState: number = FakeSocket.OPEN;
  readonly sent: string[] = [];
  readonly openedAt = Date.now();
  isClosed = false;
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};
  constructor(readonly url: string) {
    super();
    FakeSocket.all.push(this);
  }
  send(message: string) {
    this.sent.push(message);
  }
  close() {
    this.isClosed = true;
  }
  hears(...changed: Change[]) {
    this.onopen();
    this.onmessage({ data: JSON.stringify({ changed }) });
  }
}

const browser = { hidden: false, onLine: true };
const last = () => {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("there is no socket");
  return socket;
};
const events = new EventTarget();
const happens = (type: string) => events.dispatchEvent(new Event(type));

/** Sets what the site answers about the account, one answer after the other; the last one stays. @returns the mock of `fetch` */
function answerAccount(...answers: (() => Response)[]) {
  const fetched = vi.fn(async (_path: string, _init?: RequestInit) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}
const member = () => Response.json({ user: { id: "1" }, profile: null });
const guest = () => Response.json({ user: null, profile: null });
const unauthorized = () => Response.json({ error: {} }, { status: 401 });
const unavailable = () => Response.json({ error: {} }, { status: 503 });

/** The newest socket fails before it opens, and the page waits until it tries again. */
async function failToOpen() {
  last().onclose({ code: 1006 });
  await vi.advanceTimersToNextTimerAsync();
}

/** Starts a connection. `jitter` from 0 to 1. */
function start({ jitter = 0, onEnd = () => true }: { jitter?: number; onEnd?: () => boolean } = {}) {
  vi.spyOn(Math, "random").mockReturnValue(jitter);
  const onChange = vi.fn();
  return { onChange, stop: startLiveConnection({ onChange, onEnd }) };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  Object.assign(browser, { hidden: false, onLine: true });
  const listen = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  answerAccount(member);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { origin: "https://navarambh.example" });
  vi.stubGlobal("window", listen);
  vi.stubGlobal("document", {
    ...listen,
    get hidden() {
      return browser.hidden;
    },
  });
  vi.stubGlobal("navigator", {
    get onLine() {
      return browser.onLine;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The waits before so many attempts in a row that all fail, in seconds. */
async function waits(attempts: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let n = 0; n < attempts; n += 1) {
    const failedAt = Date.now();
    await failToOpen();
    seconds.push((last().openedAt - failedAt) / 1000);
  }
  return seconds;
}

/** A list with each run of equal numbers in one: "5 × 1". */
function runs(list: readonly number[]): string[] {
  const counted: { value: number; count: number }[] = [];
  for (const value of list) {
    const previous = counted.at(-1);
    if (previous?.value === value) previous.count += 1;
    else counted.push({ value, count: 1 });
  }
  return counted.map(({ value, count }) => `${count} × ${value} s`);
}

test("a failed attempt waits one second, later five, ten and sixty", async () => {
  const { stop } = start();
  const chosen = runs(await waits(103));
  console.info(`the waits of the client: ${chosen.join(", ")}`);
  expect(chosen).toEqual(["5 × 1 s", "10 × 5 s", "85 × 10 s", "3 × 60 s"]);
  stop();
});

test("each page waits up to a fifth longer, always by the same factor", async () => {
  const { stop } = start({ jitter: 0.5 });
  expect(runs(await waits(16))).toEqual(["5 × 1.1 s", "10 × 5.5 s", "1 × 11 s"]);
  stop();
});

test("the waits begin anew once a heartbeat was answered, and not before", async () => {
  const { stop } = start();
  await waits(20);
  last().hears();
  expect(await waits(1)).toEqual([10]);
  last().onmessage({ data: "pong" });
  expect(await waits(1)).toEqual([1]);
  stop();
});

test("changes are reported, and after a lost connection that anything may have changed", () => {
  const { stop, onChange } = start();
  expect(last().url).toBe("wss://navarambh.example/api/realtime");
  last().hears();
  expect(onChange).not.toHaveBeenCalled();
  last().hears("profile", "files");
  expect(onChange).toHaveBeenLastCalledWith(["profile", "files"]);
  last().onclose({ code: 1013 });
  vi.advanceTimersByTime(1_000);
  last().hears();
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(onChange).toHaveBeenCalledTimes(2);
  stop();
});

test("a heartbeat goes out every twenty seconds, and a missing answer means another socket", () => {
  const { stop } = start();
  const socket = last();
  vi.advanceTimersByTime(20_000);
  socket.onmessage({ data: "pong" });
  vi.advanceTimersByTime(20_000);
  expect(socket.sent).toEqual(["ping", "ping"]);
  vi.advanceTimersByTime(20_000);
  expect(socket.isClosed).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  stop();
});

test.each([
  ["hidden", "visibilitychange", { hidden: true }, { hidden: false }],
  ["offline", "offline", { onLine: false }, { onLine: true }],
] as const)("a page that is %s has no socket and asks for none, and catches up later", (_, type, away, back) => {
  const { stop, onChange } = start();
  last().hears();
  Object.assign(browser, away);
  happens(type);
  expect(last().isClosed).toBe(true);
  vi.advanceTimersByTime(10 * 60_000);
  expect(FakeSocket.all).toHaveLength(1);
  Object.assign(browser, back);
  happens(type === "offline" ? "online" : type);
  expect(FakeSocket.all).toHaveLength(2);
  last().hears();
  expect(onChange).toHaveBeenLastCalledWith(null);
  stop();
});

test("a page that was hidden while it waited goes on once it is visible", () => {
  const { stop } = start();
  last().onopen();
  last().onclose({ code: 1006 });
  browser.hidden = true;
  happens("visibilitychange");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  browser.hidden = false;
  happens("visibilitychange");
  expect(FakeSocket.all).toHaveLength(2);
  stop();
});

test("a page that is left closes its socket, and opens another when it is shown again", () => {
  const { stop } = start();
  happens("pagehide");
  expect(last().isClosed).toBe(true);
  happens("pageshow");
  expect(FakeSocket.all).toHaveLength(2);
  stop();
});

test.each([4401, 4403])(
  "a session that is over (%i) is asked for once more before the page ends, since another tab may have signed in",
  async (code) => {
    const onEnd = vi.fn(() => true);
    start({ onEnd });
    last().hears();
    last().onclose({ code });
    expect(onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeSocket.all).toHaveLength(2);
    last().onclose({ code });
    expect(onEnd).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(10 * 60_000);
    happens("visibilitychange");
    expect(FakeSocket.all).toHaveLength(2);
  },
);

test("a page that ends the session itself is asked again later", () => {
  let isLeaving = true;
  const onEnd = vi.fn(() => !isLeaving);
  start({ onEnd });
  last().onopen();
  last().onclose({ code: 4401 });
  isLeaving = false;
  vi.advanceTimersByTime(1_000);
  last().onopen();
  last().onclose({ code: 4401 });
  expect(onEnd).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10 * 60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a browser that forbids the socket leaves the page as it is", () => {
  vi.stubGlobal("WebSocket", function refuse() {
    throw new DOMException("The operation is insecure", "SecurityError");
  });
  const { stop, onChange } = start();
  vi.advanceTimersByTime(10 * 60_000);
  expect(onChange).not.toHaveBeenCalled();
  stop();
});

test("a socket that is not needed any more while it opens is closed once it is open", () => {
  const { stop } = start();
  const socket = last();
  socket.readyState = FakeSocket.CONNECTING;
  stop();
  expect(socket.isClosed).toBe(false);
  socket.onopen();
  expect(socket.isClosed).toBe(true);
});

test("a stopped connection stays closed, whatever its socket still says", () => {
  const { stop, onChange } = start();
  const socket = last();
  stop();
  socket.hears("profile");
  socket.onclose({ code: 1000 });
  happens("visibilitychange");
  vi.advanceTimersByTime(10 * 60_000);
  expect(onChange).not.toHaveBeenCalled();
  expect(FakeSocket.all).toHaveLength(1);
});

test.each([
  ["ends", "the browser is a guest by now", guest, 1],
  ["ends", "its session is over", unauthorized, 1],
  ["goes on", "the member is signed in", member, 0],
  ["goes on", "the site cannot say", unavailable, 0],
])("after a socket that never opened the page %s when %s", async (_, __, answer, ends) => {
  answerAccount(answer);
  const onEnd = vi.fn(() => true);
  const { stop } = start({ onEnd });
  await failToOpen();
  expect(onEnd).toHaveBeenCalledTimes(ends);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSocket.all).toHaveLength(2 - ends);
  stop();
});

test("a page that has lost a heartbeat ends when the browser is a guest by now", async () => {
  answerAccount(guest);
  const onEnd = vi.fn(() => true);
  start({ onEnd });
  last().hears();
  await vi.advanceTimersByTimeAsync(41_000);
  expect(FakeSocket.all).toHaveLength(2);
  await failToOpen();
  expect(onEnd).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a site that could not say who is signed in is asked again", async () => {
  const fetched = answerAccount(unavailable, unavailable, guest);
  const onEnd = vi.fn(() => true);
  start({ onEnd });
  await failToOpen();
  await failToOpen();
  expect(onEnd).not.toHaveBeenCalled();
  await failToOpen();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(FakeSocket.all).toHaveLength(3);
});

test("a page that ends the session itself opens no other socket, and is asked again later", async () => {
  answerAccount(guest);
  let isLeaving = true;
  const onEnd = vi.fn(() => !isLeaving);
  start({ onEnd });
  await failToOpen();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onEnd).toHaveBeenCalledTimes(2);
  isLeaving = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onEnd).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(onEnd).toHaveBeenCalledTimes(3);
  expect(FakeSocket.all).toHaveLength(1);
});

test("in an outage the site is asked once in ten minutes about a member who is signed in, and again after a socket has opened", async () => {
  const fetched = answerAccount(member);
  const { stop } = start();
  for (let n = 0; n < 20; n += 1) await failToOpen();
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 10 * 60_000);
  await failToOpen();
  expect(fetched).toHaveBeenCalledTimes(2);
  last().onopen();
  await failToOpen();
  expect(fetched).toHaveBeenCalledTimes(2);
  await failToOpen();
  expect(fetched).toHaveBeenCalledTimes(3);
  stop();
});

test("the site is not waited for longer than ten seconds, and no socket opens meanwhile", async () => {
  const timeout = new AbortController();
  const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  const { stop } = start();
  await failToOpen();
  happens("visibilitychange");
  expect(FakeSocket.all).toHaveLength(1);
  expect(limit).toHaveBeenCalledWith(10_000);
  timeout.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all).toHaveLength(2);
  stop();
});

test("a page that was stopped while the site was asked neither ends nor connects", async () => {
  answerAccount(guest);
  const onEnd = vi.fn(() => true);
  const { stop } = start({ onEnd });
  last().onclose({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  expect(FakeSocket.all).toHaveLength(1);
});

test("a session that is over ends the page without another socket when the browser is a guest by now", async () => {
  answerAccount(guest);
  const onEnd = vi.fn(() => true);
  const { stop } = start({ onEnd });
  last().hears();
  last().onclose({ code: 4401 });
  await vi.advanceTimersByTimeAsync(0);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(FakeSocket.all).toHaveLength(1);
  stop();
});
