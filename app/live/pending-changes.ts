// What has changed on other devices, and is not shown by the page yet.
import { CHANGES, type Change } from "../contract/realtime";

export interface PendingChanges {
  changes: readonly Change[];
  /** False after a lost connection: any of `changes` may have happened, or none. */
  areKnown: boolean;
}

const CHANGE_NAMES: Readonly<Record<Change, string>> = {
  account: "your account",
  profile: "your profile",
  files: "your file",
  sessions: "the list of your devices",
};

/** @param changes what the live connection reported; `null` when anything may have changed. */
export function toPending(changes: readonly Change[] | null): PendingChanges {
  return changes ? { changes, areKnown: true } : { changes: CHANGES, areKnown: false };
}

/** The changes of both. */
export function mergePending(some: PendingChanges, others: PendingChanges | null): PendingChanges {
  if (!others) return some;
  return {
    changes: [...new Set([...some.changes, ...others.changes])],
    areKnown: some.areKnown && others.areKnown,
  };
}

/** What a screen reader announces. Nothing while nobody knows what has changed. */
export function describePending({ changes, areKnown }: PendingChanges): string {
  return areKnown ? `This page was just updated: ${changes.map((change) => CHANGE_NAMES[change]).join(", ")}.` : "";
}
