// How many sockets each session, each member and each network has in this isolate.

/** Per session, valid or not. More than `MEMBER_MAX`, since a socket that the Worker has closed keeps its slot until its page closes it, too. */
const SESSION_MAX = 12;
/** One for each of a person's open windows. Hidden ones rest, so that few people come near it. */
const MEMBER_MAX = 8;
/** Of all members of a network, which may be a whole college. Accounts cost nothing, so eight for each would be no limit. */
const NETWORK_MAX = 500;

const open = new Map<string, number>();

/**
 * Takes a slot for a socket before it is accepted.
 * @param network "" when it is unknown: then it has no limit.
 * @returns a function that gives it back, once; null when all are taken
 */
export function takeSessionSlot(sessionId: string, network: string): (() => void) | null {
  const limits = new Map([[`session:${sessionId}`, SESSION_MAX]]);
  if (network !== "") limits.set(`network:${network}`, NETWORK_MAX);
  return take(limits);
}

/** Takes a slot for a socket of this member, as above. */
export function takeMemberSlot(userId: string): (() => void) | null {
  return take(new Map([[`member:${userId}`, MEMBER_MAX]]));
}

function take(limits: ReadonlyMap<string, number>): (() => void) | null {
  for (const [key, max] of limits) if ((open.get(key) ?? 0) >= max) return null;
  for (const key of limits.keys()) open.set(key, (open.get(key) ?? 0) + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    for (const key of limits.keys()) {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  };
}
