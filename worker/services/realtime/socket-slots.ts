// How many sockets each session, each member and each network has in this isolate.

/** Per session, valid or not. More than `MEMBER_MAX`, since a socket that the Worker has closed keeps its slot for a while unless its page closes it, too. */
const SESSION_MAX = 12;
/** One for each of a person's open windows. Hidden ones rest, so that few people come near it. */
const MEMBER_MAX = 8;
/** Of all members of a network, which may be a whole college. Accounts cost nothing, so eight for each would be no limit. */
const NETWORK_MAX = 500;
/**
 * For how long a slot is kept after the last heartbeat, in milliseconds, unless it is given back: longer than a page may be silent. The runtime
 * tells nothing of a connection that is reset while it is opened.
 */
const LEASE_MS = 2 * 60_000;

/** A place among the sockets that may be open. */
export interface SocketSlot {
  /** Keeps it for another lease. */
  renew(): void;
  /** Gives it back. May be called more than once. */
  release(): void;
}

interface Lease {
  /** When the slot is free again, in milliseconds since 1970. */
  until: number;
}

const leases = new Map<string, Set<Lease>>();

/**
 * Takes a slot for a socket before it is accepted.
 * @param network "" when it is unknown: then it has no limit.
 * @returns null when all are taken
 */
export function takeSessionSlot(sessionId: string, network: string): SocketSlot | null {
  const limits = new Map([[`session:${sessionId}`, SESSION_MAX]]);
  if (network !== "") limits.set(`network:${network}`, NETWORK_MAX);
  return take(limits);
}

/** Takes a slot for a socket of this member, as above. */
export function takeMemberSlot(userId: string): SocketSlot | null {
  return take(new Map([[`member:${userId}`, MEMBER_MAX]]));
}

function take(limits: ReadonlyMap<string, number>): SocketSlot | null {
  for (const [key, max] of limits) if (taken(key) >= max) return null;
  const lease = { until: Date.now() + LEASE_MS };
  for (const key of limits.keys()) leases.set(key, (leases.get(key) ?? new Set()).add(lease));
  return {
    renew: () => {
      lease.until = Date.now() + LEASE_MS;
    },
    release: () => {
      for (const key of limits.keys()) remove(key, lease);
    },
  };
}

/** How many slots are taken. Forgets those whose lease is over. */
function taken(key: string): number {
  const now = Date.now();
  for (const lease of leases.get(key) ?? []) if (lease.until <= now) remove(key, lease);
  return leases.get(key)?.size ?? 0;
}

function remove(key: string, lease: Lease): void {
  const all = leases.get(key);
  all?.delete(lease);
  if (all?.size === 0) leases.delete(key);
}
