// Changes of an account and its profile, one at a time.
import type { Models } from "appwrite";
import { mayBeGoingOn } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import type { AccountPart, BeginOptions, PendingChange } from "../../durable-objects/account-change-record";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { type MemberSession, memberRecords, withSession } from "./account";

/** How long a change blocks other ones, in milliseconds: from its beginning, and again from when its answer was lost. */
export const CHANGE_LEASE_MS = 60_000;

/**
 * Makes a call that writes. `withAccountChange` notices there when its answer is lost.
 * @param options.isVerifiable false for a call that sets other values than the change asked for: it cannot be verified from the profile whether it was carried out
 */
export type Write = <T>(call: () => Promise<T>, options?: { isVerifiable: boolean }) => Promise<T>;

interface Change {
  part: AccountPart;
  /** What the change asks for, by field; null when no repetition asks for the same, such as for new recovery codes. */
  values: Readonly<Record<string, unknown>> | null;
}

export interface MemberWithAccount extends MemberSession {
  account: Models.User;
}

/**
 * Runs a change as `withAccountChange` does, for the signed-in member. Their session is checked before, so that a cookie whose session has ended
 * blocks nobody.
 * @param run gets the account as it was read for that.
 * @throws {ServiceError} `session_missing`, `change_pending`; and what `run` throws.
 */
export function withMemberChange<T>(
  context: RequestContext,
  change: Change,
  run: (member: MemberWithAccount, write: Write) => Promise<T>,
): Promise<T> {
  return withSession(context, async (member) => {
    const account = await memberRecords(context, member).account;
    return withAccountChange(context, member.userId, change, (write) => run({ ...member, account }, write));
  });
}

/**
 * Runs a change of one part of an account, and refuses it while another one is under way. When the answer to a call that writes is lost,
 * Appwrite may still carry the call out later. It would then undo a change that was saved in between, and the sweep would delete the file of
 * that change, which no profile names any more. So a lost answer blocks other changes of the part for a minute. The same change can be sent again, also with more fields. A change of the
 * profile that was sent once blocks others only until the profile has its values.
 * @param run reads what it needs, and makes each call that writes with `write`: none when the profile has all the values already, since the
 * profile could not show whether it was carried out.
 * @throws {ServiceError} `change_pending`; and what `run` throws.
 */
export async function withAccountChange<T>(
  context: RequestContext,
  userId: string,
  { part, values }: Change,
  run: (write: Write) => Promise<T>,
): Promise<T> {
  const { accountChanges } = context;
  const holder = await beginChange(context, userId, part, values ?? { id: crypto.randomUUID() });
  let calls = 0;
  /** Calls under way, and those whose answer was lost. */
  let callsWithoutAnswer = 0;
  let areAllVerifiable = true;
  const write: Write = async (call, { isVerifiable } = { isVerifiable: true }) => {
    calls += 1;
    areAllVerifiable &&= isVerifiable;
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
    // Neither a second call nor one to the account can be verified from the profile.
    const isVerifiable = part === "profile" && calls === 1 && areAllVerifiable;
    // When this fails, others are refused until the minute is over.
    const end =
      callsWithoutAnswer > 0
        ? accountChanges.markAnswerLost(userId, part, holder, { until: Date.now() + CHANGE_LEASE_MS, isVerifiable })
        : accountChanges.end(userId, part, holder);
    await end.catch((error: unknown) => context.warn({ event: "account change not ended", ...errorEntry(error) }));
  }
}

/** Begins a change. @returns its id, by which it is ended later. @throws {ServiceError} `change_pending` while another one blocks it. */
async function beginChange(
  context: RequestContext,
  userId: string,
  part: AccountPart,
  values: NonNullable<Change["values"]>,
): Promise<string> {
  const { accountChanges } = context;
  const holder = crypto.randomUUID();
  const hashes = await hashesOf(context, userId, Object.keys(values), values);
  const begin = (options: BeginOptions) =>
    accountChanges.begin(userId, part, { hashes, holder, until: Date.now() + CHANGE_LEASE_MS }, options);
  let pending = await begin({ mayJoin: false });
  if (!pending) return holder;
  const doneHolder = (await isInProfile(context, userId, pending)) ? pending.verifiableHolder : null;
  pending = await begin({ mayJoin: true, doneHolder });
  if (!pending) return holder;
  throw new ServiceError("change_pending", "Another change of this part of the account may still be under way", {
    retryAfterSeconds: Math.max(1, Math.ceil((pending.until - Date.now()) / 1000)),
  });
}

/** True when the profile has the values of a change whose answer was lost. */
async function isInProfile(
  context: RequestContext,
  userId: string,
  { hashes, verifiableHolder }: PendingChange,
): Promise<boolean> {
  if (!verifiableHolder) return false;
  const document = await context.appwrite.admin.profiles.find(userId);
  const current = document && (await hashesOf(context, userId, Object.keys(hashes), document));
  return current !== null && Object.entries(hashes).every(([field, hash]) => current[field] === hash);
}

/** Keyed hashes of the values of some fields, from which nobody can guess a password. An empty value counts as none, as it does in a profile. */
async function hashesOf(
  { config }: RequestContext,
  userId: string,
  fields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const hash = (field: string) => config.keyring.digest(JSON.stringify([userId, field, values[field] || null]));
  return Object.fromEntries(await Promise.all(fields.map(async (field) => [field, await hash(field)] as const)));
}
