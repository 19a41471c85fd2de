// Name, phone and password, which live in the account; name and phone in the profile too.
import type { User } from "../../app/contract/account";
import { PAGE_FILES } from "../appwrite/files";
import { ownerOf } from "../appwrite/permissions";
import type { ProfileData } from "../appwrite/profiles";
import type { Scope } from "../scope";
import { asMember, type MemberCall } from "./account";
import { countingAttempts, type Tried } from "./guesses";
import { toUser } from "./models";
import { endOpenedSession, openSession } from "./sign-in";

export async function changeName(scope: Scope, name: string): Promise<User> {
  return asMember(scope, async (call) => {
    const account = await call.backend.account.updateName({ name });
    scope.session.rename(account.name);
    await writeToProfile(call, { name: account.name });
    return toUser(account);
  });
}

/** @param phone in E.164. */
export async function changePhone(scope: Scope, phone: string, password: string): Promise<User> {
  return asMember(scope, async (call) => {
    const change = () => call.backend.account.updatePhone({ phone, password });
    const account = await countingAttempts(scope, ownPassword(call), change);
    await writeToProfile(call, { phone: account.phone });
    return toUser(account);
  });
}

/** Changes the password; the member's other sessions end, this one stays. */
export async function changePassword(scope: Scope, password: string, oldPassword: string): Promise<User> {
  return asMember(scope, async (call) => {
    const change = () => call.backend.account.updatePassword({ password, oldPassword });
    return toUser(await countingAttempts(scope, ownPassword(call), change));
  });
}

/**
 * Deletes everything that is held about the member: the files, the profile, the account with its sessions.
 * The account goes last, so that a deletion that failed half-way can be asked for again.
 */
export async function deleteAccount(scope: Scope, password: string): Promise<void> {
  await asMember(scope, async (call) => {
    const { email } = await call.backend.account.get();
    const test = await openSession(scope, email, password, ownPassword(call));
    try {
      await deleteAll(scope, call);
    } catch (error) {
      // The account that would have taken it along is still there.
      endOpenedSession(scope, test);
      throw error;
    }
    scope.session.clear();
  });
}

async function deleteAll(scope: Scope, { backend, userId }: MemberCall): Promise<void> {
  const { files } = scope.appwrite.admin;
  const document = await backend.profiles.find(userId);
  const named = [document?.resumeId, document?.portfolioId].filter((id) => typeof id === "string" && id !== "");
  await Promise.all(named.map((id) => files.delete(String(id))));
  // Uploads that no profile names yet, finished or not, are the member's too.
  for (let page = PAGE_FILES; page === PAGE_FILES; ) {
    const own = await backend.files.listMadeBetween(new Date(0), new Date());
    const left = own.filter((file) => ownerOf(file.$permissions) === userId);
    await Promise.all(left.map((file) => files.delete(file.$id)));
    page = left.length;
  }
  if (document) await backend.profiles.delete(document.$id);
  await scope.appwrite.admin.users.delete(userId);
}

/** Counted apart from what guests try at the same address, who must not keep a member from his own settings. */
function ownPassword({ userId }: MemberCall): Tried {
  return { kind: "member", subject: userId };
}

/** Writes what the account now says to the profile as well, where there is one. */
async function writeToProfile({ backend, userId }: MemberCall, data: ProfileData): Promise<void> {
  const document = await backend.profiles.find(userId);
  if (document) await backend.profiles.update(document.$id, data);
}
