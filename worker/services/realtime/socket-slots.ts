// How many sockets each member has open in this isolate.

/** One for each of a person's open windows. Hidden ones rest, so that few people come near it. */
const SOCKETS_MAX = 8;

const open = new Map<string, number>();

/** Takes a slot for a socket of this member. @returns a function that gives it back, once; null when all are taken */
export function takeSlot(userId: string): (() => void) | null {
  const count = open.get(userId) ?? 0;
  if (count >= SOCKETS_MAX) return null;
  open.set(userId, count + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const left = (open.get(userId) ?? 1) - 1;
    if (left > 0) open.set(userId, left);
    else open.delete(userId);
  };
}
