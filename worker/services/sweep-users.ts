// Deletes the users whom one-time codes made and nobody has become: a code for joining makes one for any address.
import type { AdminBackend } from "../appwrite/appwrite";
import { type KnownUser, PAGE_USERS } from "../appwrite/users";
import { errorEntry, type Log } from "../log";

/** How long a user must have been left alone; a proven address may wait for its sign-up for an hour. */
const WAIT_MS = 24 * 3600 * 1000;
/** How far back a sweep looks: it runs every hour, so a user has this long to be met by one. */
const LOOK_BACK_MS = 7 * 24 * 3600 * 1000;

/**
 * Looks at the users who have not changed for a day, and deletes those without name, password, phone and profile. Whoever types
 * a code in that very moment has to ask for another one. One who cannot be deleted is left to the next sweep.
 * @returns how many were deleted.
 */
export async function sweepBareUsers(admin: AdminBackend, log: Log, now = Date.now()): Promise<number> {
  const to = new Date(now - WAIT_MS);
  const from = new Date(to.getTime() - LOOK_BACK_MS);
  let deleted = 0;
  let failed = 0;
  for (const id of await bareUsers(admin, from, to)) {
    try {
      await admin.users.delete(id);
      deleted += 1;
    } catch (error) {
      failed += 1;
      log("error", { event: "bare user not deleted", ...errorEntry(error) });
    }
  }
  log("info", { event: "user sweep", deleted, failed });
  return deleted;
}

/** All of them before the first is deleted: the last user of a page says where the next one begins. */
async function bareUsers(admin: AdminBackend, from: Date, to: Date): Promise<string[]> {
  const bare: string[] = [];
  let after: string | undefined;
  do {
    const users = await admin.users.listUnchangedBetween(from, to, after);
    const ids = users.filter(isBare).map(({ $id }) => $id);
    const profiles = ids.length > 0 ? await admin.profiles.findMany(ids) : [];
    const members = new Set(profiles.map(({ id }) => id));
    bare.push(...ids.filter((id) => !members.has(id)));
    after = users.length < PAGE_USERS ? undefined : users.at(-1)?.$id;
  } while (after);
  return bare;
}

function isBare({ name, phone, email, hasPassword }: KnownUser): boolean {
  return Boolean(email) && !name && !phone && !hasPassword;
}
