// Name, phone and password, which live in the account; name and phone in the profile too.
import type { User } from "../../app/contract/account";
import { isRefusal } from "../appwrite/errors";
import type { ProfileData } from "../appwrite/profiles";
import type { Scope } from "../scope";
import { asMember, type MemberCall } from "./account";
import { toUser } from "./models";

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
    const account = await withPasswordTest(scope, call, () => call.backend.account.updatePhone({ phone, password }));
    await writeToProfile(call, { phone: account.phone });
    return toUser(account);
  });
}

/** Changes the password; the member's other sessions end, this one stays. */
export async function changePassword(scope: Scope, password: string, oldPassword: string): Promise<User> {
  return asMember(scope, async (call) =>
    toUser(await withPasswordTest(scope, call, () => call.backend.account.updatePassword({ password, oldPassword }))),
  );
}

/**
 * Deletes everything that is held about the member: the files of the profile, the profile, the account with its sessions.
 * The account goes last, so that a deletion that failed half-way can be asked for again.
 */
export async function deleteAccount(scope: Scope, password: string): Promise<void> {
  await asMember(scope, async (call) => {
    const { email } = await call.backend.account.get();
    await withPasswordTest(scope, call, () =>
      scope.appwrite.admin.account.createEmailPasswordSession({ email, password }),
    );
    const document = await call.backend.profiles.find(call.userId);
    if (document) {
      const files = [document.resumeId, document.portfolioId].filter((id) => typeof id === "string" && id !== "");
      await Promise.all(files.map((id) => scope.appwrite.admin.files.delete(String(id))));
      await call.backend.profiles.delete(document.$id);
    }
    await scope.appwrite.admin.users.delete(call.userId);
    scope.session.clear();
  });
}

/** Runs something that tests the member's password, counting the try per e-mail address. */
async function withPasswordTest<T>(scope: Scope, call: MemberCall, run: () => Promise<T>): Promise<T> {
  const { email } = await call.backend.account.get();
  await scope.limits.count("password", email);
  try {
    const result = await run();
    scope.later("attempts reset", () => scope.limits.reset("password", email));
    return result;
  } catch (error) {
    if (!isRefusal(error, "user_invalid_credentials")) await scope.limits.giveBack("password", email);
    throw error;
  }
}

/** Writes what the account now says to the profile as well, where there is one. */
async function writeToProfile({ backend, userId }: MemberCall, data: ProfileData): Promise<void> {
  const document = await backend.profiles.find(userId);
  if (document) await backend.profiles.update(document.$id, data);
}
