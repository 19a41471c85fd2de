import { describe, expect, it } from "vitest";
import { pacedBody } from "../../../worker/http/paced-body";
import { Transfers } from "../../../worker/http/transfers";

const PACE = { silenceMs: 60_000, bytesPerSecond: 1_000 };

/** A source that sends these chunks, and then what `end` says. Notes whether it is cancelled. */
function createSource(chunks: number[], end: (controller: ReadableStreamDefaultController) => void | Promise<void>) {
  const seen = { isCancelled: false };
  const rest = [...chunks];
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      const size = rest.shift();
      if (size === undefined) return end(controller);
      controller.enqueue(new Uint8Array(size));
    },
    cancel() {
      seen.isCancelled = true;
    },
  });
  return { source, seen };
}

describe.each([
  ["a known length", 30],
  ["an unknown length", null],
])("a body of %s", (_, length) => {
  it("is relayed whole", async () => {
    const { source } = createSource([10, 20], (controller) => controller.close());
    const { body, ended } = pacedBody(source, length, PACE, new Transfers().begin(""));
    expect((await new Response(body).arrayBuffer()).byteLength).toBe(30);
    await ended;
  });

  it("breaks off when its source does, and the error is reported", async () => {
    const { source } = createSource([10], (controller) => controller.error(new Error("The backend broke off")));
    const { body, ended } = pacedBody(source, length, PACE, new Transfers().begin(""));
    const [read, end] = await Promise.allSettled([new Response(body).arrayBuffer(), ended]);
    expect(read.status).toBe("rejected");
    expect(end).toMatchObject({ status: "rejected", reason: { message: "The backend broke off" } });
  });

  it("breaks off when its source stops sending, which is cancelled and reported", async () => {
    const { source, seen } = createSource([10], () => new Promise<void>(() => {}));
    const { body, ended } = pacedBody(source, length, PACE, new Transfers().begin(""), 50);
    const [read, end] = await Promise.allSettled([new Response(body).arrayBuffer(), ended]);
    expect(read.status).toBe("rejected");
    expect(end).toMatchObject({ status: "rejected", reason: { message: "The source sent nothing for 50 ms" } });
    expect(seen.isCancelled).toBe(true);
  });

  it("whose client leaves cancels its source, and reports nothing", async () => {
    const { source, seen } = createSource([10, 20], (controller) => controller.enqueue(new Uint8Array(1)));
    const { body, ended } = pacedBody(source, length, PACE, new Transfers().begin(""));
    const reader = body.getReader();
    await reader.read();
    await reader.cancel(new Error("The client left"));
    await ended;
    expect(seen.isCancelled).toBe(true);
  });
});

it.each([
  [20, "The source ended after 20 of 30 bytes"],
  [40, "The source is longer than 30 bytes"],
])("a source of %d bytes instead of 30 is reported", async (size, message) => {
  const { source } = createSource([size], (controller) => controller.close());
  const { body, ended } = pacedBody(source, 30, PACE, new Transfers().begin(""));
  const [read, end] = await Promise.allSettled([new Response(body).arrayBuffer(), ended]);
  expect(read.status).toBe("rejected");
  expect(end).toMatchObject({ status: "rejected", reason: { message } });
});
