import { describe, expect, it } from "vitest";
import { CallsInFlight } from "../../../worker/appwrite/calls-in-flight";
import { Circuit } from "../../../worker/appwrite/circuit";
import { AppwriteError } from "../../../worker/appwrite/errors";
import { SourceError, Transport } from "../../../worker/appwrite/transport";
import { type Fault, neverResponds, refusesConnection, respondsWith } from "../support/faults";

function transport(...faults: Fault[]) {
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request);
    const fault = faults[requests.length - 1] ?? respondsWith(200, "{}");
    return fault(request, () => Promise.reject(new Error("There is no backend to forward to")));
  };
  const server = { baseUrl: "https://backend.test/v1", fetch };
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 0, maxPages: 1 });
  return { requests, transport: new Transport({ server, circuit: new Circuit(), calls, deadlineMs: 50 }) };
}

const call = (method: string) => ({ url: "https://backend.test/v1/x", method, headers: new Headers() });
const text = (response: Response) => response.text();

describe("exchange", () => {
  it("retries a GET after a connection error", async () => {
    const { requests, transport: t } = transport(refusesConnection);
    expect(await t.exchange(call("GET"), text)).toBe("{}");
    expect(requests).toHaveLength(2);
  });

  it.each(["POST", "PATCH", "PUT", "DELETE"])("does not retry %s", async (method) => {
    const { requests, transport: t } = transport(refusesConnection);
    await expect(t.exchange(call(method), text)).rejects.toMatchObject({ failure: "unreachable" });
    expect(requests).toHaveLength(1);
  });

  it("does not retry after the deadline", async () => {
    const { requests, transport: t } = transport(neverResponds);
    await expect(t.exchange(call("GET"), text)).rejects.toMatchObject({ failure: "stalled" });
    expect(requests).toHaveLength(1);
  });

  it("does not follow a redirect, which could lead the key to another server", async () => {
    const { requests, transport: t } = transport(
      async () => new Response(null, { status: 302, headers: { Location: "https://evil.test/" } }),
    );
    expect(await t.exchange(call("GET"), async ({ status }) => status)).toBe(302);
    expect(requests.map(({ redirect }) => redirect)).toEqual(["manual"]);
  });

  it("makes no call while the circuit is open", async () => {
    const { requests, transport: t } = transport(
      refusesConnection,
      refusesConnection,
      refusesConnection,
      refusesConnection,
    );
    for (let i = 0; i < 4; i += 1) await t.exchange(call("POST"), text).catch(() => {});
    expect(t.isDown).toBe(true);
    await expect(t.exchange(call("GET"), text)).rejects.toMatchObject({ failure: "down", retryAfterSeconds: 5 });
    expect(requests).toHaveLength(4);
  });

  it("does not retry an optional call, nor open the circuit after it", async () => {
    const { requests, transport: t } = transport(...Array.from({ length: 6 }, () => refusesConnection));
    for (let i = 0; i < 6; i += 1) {
      await expect(t.exchange({ ...call("GET"), isOptional: true }, text)).rejects.toMatchObject({
        failure: "unreachable",
      });
    }
    expect(requests).toHaveLength(6);
    expect(t.isDown).toBe(false);
  });

  it.each([
    ["a call", {}, 1],
    ["an optional call", { isOptional: true }, 2],
    ["a health check", { probe: true }, 2],
  ])("that stalls keeps the place of another request, or none: %s", async (_, kind, made) => {
    const { requests, transport: t } = transport(neverResponds);
    const stalled = t.exchange({ ...call("POST"), ...kind }, text).catch(() => {});
    await scheduler.wait(0);
    const other = t.forRequest(() => {}, null);
    await other.exchange(call("GET"), text).catch(() => {});
    expect(requests).toHaveLength(made);
    await stalled;
  });

  it("does not open the circuit after calls that the backend rejects", async () => {
    const reject = async () => {
      throw new AppwriteError("rejected", "no", 404, "document_not_found");
    };
    const { transport: t } = transport();
    for (let i = 0; i < 10; i += 1) await t.exchange(call("POST"), reject).catch(() => {});
    expect(t.isDown).toBe(false);
  });
});

describe("relay", () => {
  const relay = (writeBody: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>, length = 6) => ({
    url: "https://backend.test/v1/files",
    headers: new Headers(),
    length,
    writeBody,
  });
  const echo: Fault = async (request) => new Response(await request.text());

  it("does not follow a redirect either", async () => {
    const { requests, transport: t } = transport(async (request) => new Response(await request.text()));
    const sent = relay((write) => write(new TextEncoder().encode("onetwo")));
    await t.relay(sent, text);
    expect(requests.map(({ redirect }) => redirect)).toEqual(["manual"]);
  });

  it("sends the body as it is written", async () => {
    const { transport: t } = transport(echo);
    const sent = relay(async (write) => {
      for (const piece of ["one", "two"]) await write(new TextEncoder().encode(piece));
    });
    expect(await t.relay(sent, text)).toBe("onetwo");
  });

  it("throws the source's error, and does not count it as a failure of the backend", async () => {
    const { transport: t } = transport(echo, echo, echo, echo, echo);
    const reason = new Error("the visitor went away");
    const sent = relay(async (write) => {
      await write(new TextEncoder().encode("one"));
      throw new SourceError(reason);
    });
    for (let i = 0; i < 5; i += 1) await expect(t.relay(sent, text)).rejects.toBe(reason);
    expect(t.isDown).toBe(false);
  });

  it.each<[string, Fault]>([
    ["cuts the connection", refusesConnection],
    ["answers 504", respondsWith(504, "")],
  ])("does not open the circuit when a gateway %s because the client is slow", async (_, fault) => {
    let giveUp = () => {};
    const patience = new Promise<void>((resolve) => {
      giveUp = resolve;
    });
    const cut: Fault = async (request, forward) => {
      await request.body?.getReader().read();
      await patience;
      return fault(request, forward);
    };
    const { transport: t } = transport(cut, cut, cut, cut, cut);
    const slow = relay(async (write) => {
      await write(new TextEncoder().encode("one"));
      giveUp();
      await new Promise(() => {});
    });
    const read = async ({ status }: Response) => {
      throw new AppwriteError("broken", "Gateway", status);
    };
    for (let i = 0; i < 5; i += 1) await expect(t.relay(slow, read)).rejects.toBeInstanceOf(AppwriteError);
    expect(t.isDown).toBe(false);
  });

  it("fails when the backend stops reading the body", async () => {
    const { transport: t } = transport(neverResponds);
    const sent = relay(async (write) => {
      await write(new TextEncoder().encode("onetwo"));
    });
    await expect(t.relay(sent, text)).rejects.toMatchObject({ failure: "stalled" });
  });

  it("returns a response that arrives before the last byte", async () => {
    const { transport: t } = transport(respondsWith(413, "too large"));
    const sent = relay(async (write) => {
      for (const piece of ["one", "two"]) await write(new TextEncoder().encode(piece));
    });
    expect(await t.relay(sent, text)).toBe("too large");
  });
});
