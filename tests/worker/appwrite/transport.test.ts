import { describe, expect, it } from "vitest";
import { Circuit } from "../../../worker/appwrite/circuit";
import { AppwriteError } from "../../../worker/appwrite/errors";
import { SourceError, Transport } from "../../../worker/appwrite/transport";
import { answers, type Fault, refuses, stalls } from "../support/faults";

function transport(...faults: Fault[]) {
  const asked: Request[] = [];
  const fetch = (request: Request) => {
    asked.push(request);
    return (faults[asked.length - 1] ?? answers(200, "{}"))(request);
  };
  return { asked, transport: new Transport({ baseUrl: "https://backend.test/v1", fetch }, new Circuit(), 50) };
}

const call = (method: string) => ({ url: "https://backend.test/v1/x", method, headers: new Headers() });
const text = (response: Response) => response.text();

describe("a call", () => {
  it("that reads is made again when no connection was found", async () => {
    const { asked, transport: t } = transport(refuses);
    expect(await t.exchange(call("GET"), text)).toBe("{}");
    expect(asked).toHaveLength(2);
  });

  it.each(["POST", "PATCH", "PUT", "DELETE"])("that changes something is never made again: %s", async (method) => {
    const { asked, transport: t } = transport(refuses);
    await expect(t.exchange(call(method), text)).rejects.toMatchObject({ failure: "unreachable" });
    expect(asked).toHaveLength(1);
  });

  it("that was answered too late is not made again either", async () => {
    const { asked, transport: t } = transport(stalls);
    await expect(t.exchange(call("GET"), text)).rejects.toMatchObject({ failure: "stalled" });
    expect(asked).toHaveLength(1);
  });

  it("is not made while the backend is known to be down", async () => {
    const { asked, transport: t } = transport(refuses, refuses, refuses, refuses);
    for (let i = 0; i < 4; i += 1) await t.exchange(call("POST"), text).catch(() => {});
    expect(t.isDown).toBe(true);
    await expect(t.exchange(call("GET"), text)).rejects.toMatchObject({ failure: "down", retryAfterSeconds: 5 });
    expect(asked).toHaveLength(4);
  });

  it("that the backend refuses says nothing about its health", async () => {
    const refusal = async () => {
      throw new AppwriteError("refused", "no", 404, "document_not_found");
    };
    const { transport: t } = transport();
    for (let i = 0; i < 10; i += 1) await t.exchange(call("POST"), refusal).catch(() => {});
    expect(t.isDown).toBe(false);
  });
});

describe("a relay", () => {
  const relay = (fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>, length = 6) => ({
    url: "https://backend.test/v1/files",
    headers: new Headers(),
    length,
    fill,
  });
  const echoes: Fault = async (request) => new Response(await request.text());

  it("sends what is written, as it is written", async () => {
    const { transport: t } = transport(echoes);
    const sent = relay(async (write) => {
      for (const piece of ["one", "two"]) await write(new TextEncoder().encode(piece));
    });
    expect(await t.relay(sent, text)).toBe("onetwo");
  });

  it("gives back what is wrong with the source, and does not hold it against the backend", async () => {
    const { transport: t } = transport(echoes, echoes, echoes, echoes, echoes);
    const reason = new Error("the visitor went away");
    const sent = relay(async (write) => {
      await write(new TextEncoder().encode("one"));
      throw new SourceError(reason);
    });
    for (let i = 0; i < 5; i += 1) await expect(t.relay(sent, text)).rejects.toBe(reason);
    expect(t.isDown).toBe(false);
  });

  it("ends when the backend takes nothing any more", async () => {
    const { transport: t } = transport(stalls);
    const sent = relay(async (write) => {
      await write(new TextEncoder().encode("onetwo"));
    });
    await expect(t.relay(sent, text)).rejects.toMatchObject({ failure: "stalled" });
  });

  it("hands on an answer that comes before the last byte", async () => {
    const { transport: t } = transport(answers(413, "too large"));
    const sent = relay(async (write) => {
      for (const piece of ["one", "two"]) await write(new TextEncoder().encode(piece));
    });
    expect(await t.relay(sent, text)).toBe("too large");
  });
});
