// The page cache when KV is slow, failing, or has invalid entries.
import { afterEach, describe, expect, it, vi } from "vitest";
import { createIsolate, KvDouble, origins, page, readText } from "../../support/pages";
import { bindings } from "../../support/test-app";

const never = () => new Promise<never>(() => {});
const fail = () => Promise.reject(new Error("KV is gone"));

/** A promise and the function that resolves it. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A KV whose reads never resolve, and a promise for the first read. */
function createSilentKv() {
  const kv = new KvDouble();
  const firstRead = createGate();
  kv.beforeRead = () => {
    firstRead.open();
    return never();
  };
  return { kv, firstRead: firstRead.opened };
}

function flipByte(value: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(value.slice());
  bytes[bytes.length >> 1] = 255 - (bytes[bytes.length >> 1] ?? 0);
  return bytes.buffer;
}

/** A KV that has the page of "/about", as another isolate rendered it. */
async function createFilledKv(): Promise<KvDouble> {
  const kv = new KvDouble();
  const app = createIsolate(kv.binding, { render: async () => page("rendered elsewhere") });
  await app.read("/about");
  await app.waitForBackgroundTasks();
  return kv;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("when KV fails", () => {
  it("pages are rendered and kept in memory, and nothing is an error", async () => {
    const kv = await createFilledKv();
    kv.beforeRead = fail;
    kv.beforeWrite = fail;
    const app = createIsolate(kv.binding);
    const responses = [await app.read("/about")];
    await app.waitForBackgroundTasks();
    responses.push(await app.read("/about"));
    expect(origins(responses)).toEqual(["render", "memory"]);
    expect(responses[1]?.headers.get("Content-Encoding")).toBe("br");
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
    expect(app.log).toContainEqual(
      expect.objectContaining({ level: "warn", event: "page cache unreachable", error: "Error: KV is gone" }),
    );
    // KV may have the page, so nothing is written.
    expect(kv.writes).toHaveLength(1);
  });

  it("a page that could not be written is rendered again by another isolate", async () => {
    const kv = new KvDouble();
    kv.beforeWrite = fail;
    const app = createIsolate(kv.binding);
    await app.read("/about");
    await app.waitForBackgroundTasks();
    expect(app.log).toContainEqual(expect.objectContaining({ level: "warn", event: "page not cached" }));
    expect((await app.read("/about")).headers.get("X-Page-Cache")).toBe("memory");
    expect((await createIsolate(kv.binding).read("/about")).headers.get("X-Page-Cache")).toBe("render");
  });

  it("an environment without KV renders its pages", async () => {
    const app = createIsolate(undefined as unknown as KVNamespace);
    const response = await app.read("/about");
    await app.waitForBackgroundTasks();
    expect([response.status, response.headers.get("X-Page-Cache")]).toEqual([200, "render"]);
  });
});

it("a page whose miss is cached in a location is found in KV, and not written again", async () => {
  const kv = await createFilledKv();
  for (const key of kv.entries.keys()) kv.rememberedMisses.add(key);
  const app = createIsolate(kv.binding);
  expect((await app.read("/about")).headers.get("X-Page-Cache")).toBe("render");
  await app.waitForBackgroundTasks();
  expect(await readText(await app.read("/about"))).toBe("static elsewhere");
  expect(kv.writes).toHaveLength(1);
});

it("a page from KV needs neither the Appwrite client nor a Durable Object", async () => {
  const kv = await createFilledKv();
  let used: string[] = [];
  const env = new Proxy(
    { ...bindings, PAGES: kv.binding },
    {
      get(target, name, receiver) {
        used.push(String(name));
        return Reflect.get(target, name, receiver);
      },
    },
  );
  const wrapServer = (): never => expect.fail("a connection to the backend was made");
  const app = createIsolate(kv.binding, { wrapServer }, env);
  // The settings are read once.
  await app.read("/stories");
  expect(used).toContain("PAGES");
  used = [];
  expect((await app.read("/about")).headers.get("X-Page-Cache")).toBe("kv");
  for (const name of [
    "ATTEMPTS",
    "REVOCATIONS",
    "UPLOADS",
    "ACCOUNT_CHANGES",
    "EMAIL_TOKENS",
    "PENDING_UPLOADS",
    "PHRASE_WORDS",
  ])
    expect(used).not.toContain(name);
});

describe("when KV is slow", () => {
  it("the render wins, and KV's page replaces it in memory later", async () => {
    const kv = await createFilledKv();
    const { opened, open } = createGate();
    kv.beforeRead = () => opened;
    const app = createIsolate(kv.binding, { render: async () => page("rendered here") });
    const first = await app.read("/about");
    expect([first.headers.get("X-Page-Cache"), await readText(first)]).toEqual(["render", "static here"]);
    open();
    await app.waitForBackgroundTasks();
    expect(await readText(await app.read("/about"))).toBe("static elsewhere");
    expect(kv.writes).toHaveLength(1);
  });

  it("KV's page is sent when the render is even slower", async () => {
    const kv = await createFilledKv();
    const { opened, open } = createGate();
    kv.beforeRead = () => opened;
    const app = createIsolate(kv.binding, {
      render: async () => {
        open();
        return never();
      },
    });
    const response = await app.read("/about");
    expect([response.headers.get("X-Page-Cache"), await readText(response)]).toEqual(["kv", "static elsewhere"]);
  });

  it("the page is kept in memory only when KV never responds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { kv, firstRead } = createSilentKv();
    const app = createIsolate(kv.binding);
    const reading = app.read("/about");
    await firstRead;
    await vi.advanceTimersByTimeAsync(10);
    expect((await reading).headers.get("X-Page-Cache")).toBe("render");
    await vi.advanceTimersByTimeAsync(5_000);
    await app.waitForBackgroundTasks();
    const again = await app.read("/about");
    expect(origins([again])).toEqual(["memory"]);
    expect(again.headers.get("Content-Encoding")).toBe("br");
    expect(kv.writes).toEqual([]);
  });

  it("a render begins after 10 ms, not before", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { kv, firstRead } = createSilentKv();
    const app = createIsolate(kv.binding);
    const reading = app.read("/about");
    await firstRead;
    await vi.advanceTimersByTimeAsync(9);
    expect(app.renders).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    await reading;
    expect(app.renders).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    await app.waitForBackgroundTasks();
  });
});

describe("an invalid entry", () => {
  it.each<[string, (entry: { value: ArrayBuffer; metadata: Record<string, unknown> }) => unknown]>([
    ["no metadata", (entry) => ({ ...entry, metadata: null })],
    ["metadata of another kind", (entry) => ({ ...entry, metadata: "br" })],
    ["another format", (entry) => ({ ...entry, metadata: { ...entry.metadata, format: 0 } })],
    ["an error's status", (entry) => ({ ...entry, metadata: { ...entry.metadata, status: 500 } })],
    ["a tag that breaks out of its header", (entry) => ({ ...entry, metadata: { ...entry.metadata, etag: "a\r\nb" } })],
    ["no hashes", (entry) => ({ ...entry, metadata: { ...entry.metadata, scriptHashes: undefined } })],
    ["nothing in it", (entry) => ({ ...entry, value: new ArrayBuffer() })],
    ["its end cut off", (entry) => ({ ...entry, value: entry.value.slice(0, -10) })],
    ["a byte changed", (entry) => ({ ...entry, value: flipByte(entry.value) })],
    ["text instead of bytes", (entry) => ({ ...entry, value: "<p>plain</p>" })],
  ])("is replaced by a render: %s", async (_, corrupt) => {
    const kv = await createFilledKv();
    const [[key, entry] = expect.fail("Nothing was kept")] = kv.entries;
    kv.entries.set(key, corrupt(entry as never) as never);
    const app = createIsolate(kv.binding);
    const response = await app.read("/about");
    expect([response.status, response.headers.get("X-Page-Cache"), await readText(response)]).toEqual([
      200,
      "render",
      "static /about",
    ]);
    await app.waitForBackgroundTasks();
    expect(app.log).toContainEqual(expect.objectContaining({ level: "warn", event: "cached page unreadable" }));
    expect((await createIsolate(kv.binding).read("/about")).headers.get("X-Page-Cache")).toBe("kv");
  });
});

describe("concurrent requests", () => {
  it("read KV once, render once and write once, and each has X-Page-Cache", async () => {
    const kv = new KvDouble();
    const app = createIsolate(kv.binding);
    const responses = await Promise.all(Array.from({ length: 20 }, () => app.read("/about")));
    await app.waitForBackgroundTasks();
    expect(await Promise.all(responses.map(readText))).toEqual(Array(20).fill("static /about"));
    // The second read checks KV again before the write.
    expect([kv.reads.length, app.renders.length, kv.writes.length]).toEqual([2, 1, 1]);
    expect(origins(responses)).toEqual(Array(20).fill("render"));
  });

  it("do not wait for a search that hangs, and start another after a timeout", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const kv = new KvDouble();
    let hangs = true;
    const app = createIsolate(kv.binding, {
      render: async ({ disableStreaming }) => (disableStreaming && hangs ? never() : page("rendered")),
    });
    void app.read("/about");
    await vi.waitFor(() => expect(app.renders).toHaveLength(1));
    const second = app.read("/about");
    // Under these clocks it moves them on as well, until the second visitor has waited long enough.
    await vi.waitFor(() => expect(app.renders).toHaveLength(2));
    expect((await second).headers.get("X-Page-Cache")).toBe("bypass");
    hangs = false;
    expect((await app.read("/about")).headers.get("X-Page-Cache")).toBe("render");
  });
});
