// How long a client may take for a part of an upload.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CHUNK_BYTES } from "../../../../app/contract/limits";
import { Transfers } from "../../../../worker/http/transfers";
import { PartSource } from "../../../../worker/services/files/part-source";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A source whose client is never too slow by its pace, and what sends bytes from it. */
function createSource() {
  const stream = new IdentityTransformStream();
  const writer = stream.writable.getWriter();
  const source = new PartSource(
    stream.readable,
    { silenceMs: 1e9, bytesPerSecond: 1 },
    new Transfers().begin(""),
    () => {},
  );
  const send = (bytes: number) => writer.write(new Uint8Array(bytes));
  return { source, send };
}

/** Whether a copy has succeeded, failed with an error's type, or goes on. */
function stateOf(copy: Promise<void>) {
  const state = { is: "going on" };
  copy.then(
    () => {
      state.is = "done";
    },
    (error: Error) => {
      const cause = error.cause as { type?: string } | undefined;
      state.is = cause?.type ?? String(error);
    },
  );
  return state;
}

describe("a part", () => {
  it("of 5 MiB may take 18 minutes and a half", async () => {
    const { source, send } = createSource();
    const copy = stateOf(source.copy(CHUNK_BYTES, async () => {}));
    await send(1000);
    await vi.advanceTimersByTimeAsync(18.4 * 60_000);
    expect(copy.is).toBe("going on");
    await vi.advanceTimersByTimeAsync(0.2 * 60_000);
    await expect.poll(() => copy.is).toBe("request_timeout");
  });

  it("has as much time as the one before", async () => {
    const { source, send } = createSource();
    for (let part = 0; part < 3; part += 1) {
      const copy = stateOf(source.copy(10, async () => {}));
      await vi.advanceTimersByTimeAsync(50_000);
      expect(copy.is).toBe("going on");
      await send(10);
      await vi.waitFor(() => expect(copy.is).toBe("done"));
    }
  });
});
