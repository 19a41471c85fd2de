import { describe, expect, it } from "vitest";
import { Circuit } from "../../../worker/appwrite/circuit";

function openCircuit() {
  let now = 0;
  const circuit = new Circuit(() => now);
  for (let i = 0; i < 4; i += 1) circuit.recordFailure();
  return { circuit, wait: (ms: number) => (now += ms) };
}

describe("the circuit breaker", () => {
  it("stays closed through single failures", () => {
    const circuit = new Circuit(() => 0);
    for (let i = 0; i < 20; i += 1) {
      circuit.recordFailure();
      circuit.recordFailure();
      circuit.recordSuccess();
    }
    expect(circuit.isOpen).toBe(false);
    expect(circuit.allowsRequest()).toBe(true);
  });

  it("opens after four failures in a row, for a few seconds", () => {
    const { circuit, wait } = openCircuit();
    expect(circuit.isOpen).toBe(true);
    expect(circuit.allowsRequest()).toBe(false);
    expect(circuit.retryAfterSeconds).toBe(5);
    wait(5000);
    expect(circuit.isOpen).toBe(false);
  });

  it("lets the calls of 250 ms through as a probe after five seconds, and all calls after a success", () => {
    const { circuit, wait } = openCircuit();
    wait(5000);
    expect([circuit.allowsRequest(), circuit.allowsRequest()]).toEqual([true, true]);
    wait(250);
    expect(circuit.allowsRequest()).toBe(false);
    circuit.recordSuccess();
    expect(circuit.allowsRequest()).toBe(true);
  });

  it("opens again when the probe fails", () => {
    const { circuit, wait } = openCircuit();
    wait(5000);
    expect(circuit.allowsRequest()).toBe(true);
    circuit.recordFailure();
    expect(circuit.allowsRequest()).toBe(false);
  });

  it("allows another probe when the first one never reported its outcome", () => {
    const { circuit, wait } = openCircuit();
    wait(5000);
    circuit.allowsRequest();
    wait(4999);
    expect(circuit.allowsRequest()).toBe(false);
    wait(1);
    expect(circuit.allowsRequest()).toBe(true);
  });
});
