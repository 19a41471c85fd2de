import { describe, expect, it } from "vitest";
import { Circuit } from "../../../worker/appwrite/circuit";

function opened() {
  let now = 0;
  const circuit = new Circuit(() => now);
  for (let i = 0; i < 4; i += 1) circuit.failed();
  return { circuit, wait: (ms: number) => (now += ms) };
}

describe("the circuit", () => {
  it("stays closed through single failures", () => {
    const circuit = new Circuit(() => 0);
    for (let i = 0; i < 20; i += 1) {
      circuit.failed();
      circuit.failed();
      circuit.succeeded();
    }
    expect(circuit.isOpen).toBe(false);
    expect(circuit.admits()).toBe(true);
  });

  it("opens after four failures in a row, for a few seconds", () => {
    const { circuit, wait } = opened();
    expect(circuit.isOpen).toBe(true);
    expect(circuit.admits()).toBe(false);
    expect(circuit.retryAfterSeconds).toBe(5);
    wait(5000);
    expect(circuit.isOpen).toBe(false);
  });

  it("lets what is asked within a moment through when its time is over, and the rest when that was answered", () => {
    const { circuit, wait } = opened();
    wait(5000);
    expect([circuit.admits(), circuit.admits()]).toEqual([true, true]);
    wait(250);
    expect(circuit.admits()).toBe(false);
    circuit.succeeded();
    expect(circuit.admits()).toBe(true);
  });

  it("opens again when the probe fails", () => {
    const { circuit, wait } = opened();
    wait(5000);
    expect(circuit.admits()).toBe(true);
    circuit.failed();
    expect(circuit.admits()).toBe(false);
  });

  it("takes another probe when the first one was dropped with its request and said nothing", () => {
    const { circuit, wait } = opened();
    wait(5000);
    circuit.admits();
    wait(4999);
    expect(circuit.admits()).toBe(false);
    wait(1);
    expect(circuit.admits()).toBe(true);
  });
});
