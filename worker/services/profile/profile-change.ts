// Changes of a member's profile, one at a time.
import type { Models } from "appwrite";
import { mayBeGoingOn } from "../../appwrite/errors";
import type { ProfileData } from "../../appwrite/profiles";
import type { RequestContext } from "../../context";
import type { PendingChange } from "../../durable-objects/revocation-record";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";

import { type MemberSession, memberRecords, withSession } from "../account/account";
import { sha256Hex } from "../sha256-hex";

/** How long other changes wait for one that is under way, and from its end for one whose answer was lost, in milliseconds. */
const CHANGE_LEASE_MS = 60_000;

/** What changes independently of the rest. Name and phone are in the account, too. */
export type ProfilePart = "name" | "phone" | "profile";

/** Makes a call that writes. `withProfileChange` notices there when its answer is lost. */
export type Write = <T>(call: () => Promise<T>) => Promise<T>;

interface Change {
  part: ProfilePart;
  /** What the change asks for, by field. */
  values: ProfileData;
}

/**
 * Runs a change as `withProfileChange` does, for the signed-in member. Their session is checked before, so that a cookie whose session has ended
 * makes nobody wait.
 * @param run gets the account as it was read for that.
 * @throws {ServiceError} `session_missing`, `change_pending`; and what `run` throws.
 */
export function withMemberChange<T>(
  context: RequestContext,
  change: Change,
  run: (member: MemberSession & { account: Models.User }, write: Write) => Promise<T>,
): Promise<T> {
  return withSession(context, async (member) => {
    const account = await memberRecords(context, member).account;
    return withProfileChange(context, member.userId, change, (write) => run({ ...member, account }, write));
  });
}

/**
 * Runs a change of one part of a member's profile, unless another one is under way. When the answer to a call that writes is lost, Appwrite may
 * carry it out after a later change. That would be undone, and the sweep would delete a file that nobody names any more. So another change waits
 * until the profile shows this one, for a minute at most. The same change can be sent again, also with
 * more fields: then others wait until the minute is over, since the profile does not show which of the calls was carried out.
 * @param run reads what it needs, and makes each call that writes with `write`. It does not write fields of the profile that have their values.
 * @throws {ServiceError} `change_pending`; and what `run` throws.
 */
export async function withProfileChange<T>(
  context: RequestContext,
  userId: string,
  { part, values }: Change,
  run: (write: Write) => Promise<T>,
): Promise<T> {
  const { revocations } = context;
  const holder = await beginChange(context, userId, part, values);
  let callsWithoutAnswer = 0;
  const write: Write = async (call) => {
    callsWithoutAnswer += 1;
    try {
      const result = await call();
      callsWithoutAnswer -= 1;
      return result;
    } catch (error) {
      if (!mayBeGoingOn(error)) callsWithoutAnswer -= 1;
      throw error;
    }
  };
  try {
    return await run(write);
  } finally {
    // When this fails, others wait until the minute is over.
    const end =
      callsWithoutAnswer > 0
        ? revocations.loseProfileChange(userId, part, holder, Date.now() + CHANGE_LEASE_MS)
        : revocations.endProfileChange(userId, part, holder);
    await end.catch((error: unknown) => context.warn({ event: "profile change not ended", ...errorEntry(error) }));
  }
}

/** @returns the id of the request's change. @throws {ServiceError} `change_pending`. */
async function beginChange(
  context: RequestContext,
  userId: string,
  part: ProfilePart,
  values: ProfileData,
): Promise<string> {
  const { revocations } = context;
  const holder = crypto.randomUUID();
  const hashes = await hashesOf(userId, Object.keys(values), values);
  const begin = (options: { mayJoin: boolean; madeHolder?: string | null }) =>
    revocations.beginProfileChange(userId, part, { hashes, holder, until: Date.now() + CHANGE_LEASE_MS }, options);
  let pending = await begin({ mayJoin: false });
  if (!pending) return holder;
  const madeHolder = (await isMade(context, userId, part, pending)) ? pending.lostHolder : null;
  pending = await begin({ mayJoin: true, madeHolder });
  if (!pending) return holder;
  throw new ServiceError("change_pending", "Another change of your profile may still be under way", {
    retryAfterSeconds: Math.ceil((pending.until - Date.now()) / 1000),
  });
}

/**
 * True when the profile shows that a change was made whose answer was lost. It cannot show that for name and phone, which are written to the
 * account first.
 */
async function isMade(
  { appwrite }: RequestContext,
  userId: string,
  part: ProfilePart,
  { hashes, lostHolder }: PendingChange,
): Promise<boolean> {
  if (part !== "profile" || !lostHolder) return false;
  const document = await appwrite.admin.profiles.find(userId);
  const current = document && (await hashesOf(userId, Object.keys(hashes), document));
  return current !== null && Object.entries(hashes).every(([field, hash]) => current[field] === hash);
}

/** Hashes of the values of some fields, so that no value is stored. An empty value counts as none, as it does in a profile. */
async function hashesOf(
  userId: string,
  fields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const hash = (field: string) => sha256Hex(JSON.stringify([userId, field, values[field] || null]));
  return Object.fromEntries(await Promise.all(fields.map(async (field) => [field, await hash(field)] as const)));
}
