// Asks the same again and again, and counts.
import { Connection } from "./wire.ts";

/** As many visitors as keep a server busy on a machine of two cores. */
const CONNECTIONS = 8;

/**
 * Sends a request over several connections until the time is over.
 * @returns answers per second
 * @throws when an answer is not a 200.
 */
export async function requestsPerSecond(port: number, request: Buffer, forMs: number): Promise<number> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const started = performance.now();
  let count = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - started < forMs) {
        const { status } = await connection.send(request);
        if (status !== 200) throw new Error(`An answer of ${status} under load`);
        count += 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return count / seconds;
}

/** The value in the middle; of an even count, the mean of the two there. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which a share of them lies, such as 0.99; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
