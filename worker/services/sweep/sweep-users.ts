// Deletes users who never finished sign-up: a sign-up code creates a user for any e-mail address.
import type { AdminBackend } from "../../appwrite/appwrite";
import { ownerOf } from "../../appwrite/permissions";
import { PAGE_USERS, type UserSummary } from "../../appwrite/users";
import { errorEntry, type Log } from "../../log";
import { isUnfinished } from "../account/user-states";

/** How long a user must be unchanged. Longer than the hour for which a proof of an address is valid. */
const WAIT_MS = 24 * 3600 * 1000;
/**
 * How far back a sweep looks. It runs every hour, so this leaves time for retries, also after an outage of weeks. Users who are older than
 * this site's use of the project may be somebody else's.
 */
const LOOK_BACK_MS = 30 * 24 * 3600 * 1000;

/**
 * Deletes users without password, phone and profile who have not changed for a day. Checks each one again right before. Somebody who
 * proves the address or signs up between that check and the deletion has to start again. The next sweep retries failed deletions.
 * @returns how many were deleted.
 */
export async function sweepUnfinishedUsers(admin: AdminBackend, log: Log, now = Date.now()): Promise<number> {
  const to = new Date(now - WAIT_MS);
  const from = new Date(to.getTime() - LOOK_BACK_MS);
  let deleted = 0;
  let failed = 0;
  for (const id of await findUnfinishedUsers(admin, from, to)) {
    try {
      if (!(await isStillUnfinished(admin, id, to))) continue;
      await admin.users.delete(id);
      deleted += 1;
    } catch (error) {
      failed += 1;
      log("error", { event: "unfinished user not deleted", ...errorEntry(error) });
    }
  }
  log("info", { event: "user sweep", deleted, failed });
  return deleted;
}

/** Finds all of them before any deletion, since the last user of a page is the cursor of the next one. */
async function findUnfinishedUsers(admin: AdminBackend, from: Date, to: Date): Promise<string[]> {
  const unfinished: string[] = [];
  let after: string | undefined;
  do {
    const users = await admin.users.listWithoutPassword(from, to, after);
    const ids = users.filter(hasOnlyEmail).map(({ $id }) => $id);
    const profiles = ids.length > 0 ? await admin.profiles.findMany(ids) : [];
    const members = new Set(profiles.map(({ $permissions }) => ownerOf($permissions)));
    unfinished.push(...ids.filter((id) => !members.has(id)));
    after = users.length < PAGE_USERS ? undefined : users.at(-1)?.$id;
  } while (after);
  return unfinished;
}

async function isStillUnfinished(admin: AdminBackend, userId: string, to: Date): Promise<boolean> {
  const user = await admin.users.find(userId);
  return user !== null && Date.parse(user.$updatedAt) < to.getTime() && hasOnlyEmail(user) && isUnfinished(admin, user);
}

/** True for a user with an e-mail address, but no phone and no password, as a one-time code creates them. */
function hasOnlyEmail({ phone, email, hasPassword }: UserSummary): boolean {
  return Boolean(email) && !phone && !hasPassword;
}
