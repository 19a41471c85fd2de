// Deletes the users whom one-time codes made and nobody has become: a code for joining makes one for any address.
import type { AdminBackend } from "../../appwrite/appwrite";
import { PAGE_USERS, type UserSummary } from "../../appwrite/users";
import { errorEntry, type Log } from "../../log";
import { isUnclaimed } from "../account/user-states";

/** How long a user must have been left alone; a proven address may wait for its sign-up for an hour. */
const WAIT_MS = 24 * 3600 * 1000;
/** How far back a sweep looks: it runs every hour, so a user has this long to be met by one. */
const LOOK_BACK_MS = 2 * 24 * 3600 * 1000;

/**
 * Looks at the users who have not changed for a day, and deletes those without password, phone and profile. Each is looked at
 * again right before: whoever proves the address or joins in the instant between that look and the deletion has to begin anew.
 * One who cannot be deleted is left to the next sweep.
 * @returns how many were deleted.
 */
export async function sweepUnclaimedUsers(admin: AdminBackend, log: Log, now = Date.now()): Promise<number> {
  const to = new Date(now - WAIT_MS);
  const from = new Date(to.getTime() - LOOK_BACK_MS);
  let deleted = 0;
  let failed = 0;
  for (const id of await freeUsers(admin, from, to)) {
    try {
      if (!(await isStillFree(admin, id, to))) continue;
      await admin.users.delete(id);
      deleted += 1;
    } catch (error) {
      failed += 1;
      log("error", { event: "free user not deleted", ...errorEntry(error) });
    }
  }
  log("info", { event: "user sweep", deleted, failed });
  return deleted;
}

/** All of them before the first is deleted: the last user of a page says where the next one begins. */
async function freeUsers(admin: AdminBackend, from: Date, to: Date): Promise<string[]> {
  const free: string[] = [];
  let after: string | undefined;
  do {
    const users = await admin.users.listWithoutPassword(from, to, after);
    const ids = users.filter(hasMailAlone).map(({ $id }) => $id);
    const profiles = ids.length > 0 ? await admin.profiles.findMany(ids) : [];
    const members = new Set(profiles.map(({ id }) => id));
    free.push(...ids.filter((id) => !members.has(id)));
    after = users.length < PAGE_USERS ? undefined : users.at(-1)?.$id;
  } while (after);
  return free;
}

async function isStillFree(admin: AdminBackend, userId: string, to: Date): Promise<boolean> {
  const user = await admin.users.find(userId);
  return user !== null && Date.parse(user.$updatedAt) < to.getTime() && hasMailAlone(user) && isUnclaimed(admin, user);
}

/** True for a user who can be reached by mail and in no other way, as those are whom a code by mail makes. */
function hasMailAlone({ phone, email, hasPassword }: UserSummary): boolean {
  return Boolean(email) && !phone && !hasPassword;
}
