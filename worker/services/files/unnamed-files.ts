// Deletes files of a member that their profile no longer names.
import type { Backend } from "../../appwrite/appwrite";
import { isAppwriteError } from "../../appwrite/errors";
import { ownerOf } from "../../appwrite/permissions";
import type { ProfileDocument } from "../../appwrite/profiles";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { namedFiles } from "./named-files";
import { TICKET_SECONDS } from "./tickets";

interface Member {
  backend: Backend;
  userId: string;
}

/**
 * Deletes the member's files that a profile named once, and that it does not name now. An upload that no form has claimed yet stays.
 * Call it after the claim of a new file is complete.
 */
export async function deleteUnnamedFiles(context: RequestContext, member: Member): Promise<void> {
  const { backend, userId } = member;
  const [files, profile] = await Promise.all([backend.files.listAll(), findProfile(context, userId)]);
  const named = namedFiles(profile).map(({ id }) => id);
  const unnamed = files.filter((file) => !named.includes(file.$id) && ownerOf(file.$permissions) === userId);
  // Of a file that is older than its ticket, the revocation is forgotten.
  const before = new Date(Date.now() - TICKET_SECONDS * 1000).toISOString();
  await Promise.all(
    unnamed.map(async (file) => {
      const isLeftOver = file.$createdAt < before || (await context.uploads.isRevoked(file.$id));
      if (isLeftOver) await deleteUnlessNamed(context, member, file.$id);
    }),
  );
}

/** With the API key: to a session that has just ended, Appwrite answers as if there were no profile, and it would name no file. */
function findProfile({ appwrite }: RequestContext, userId: string): Promise<ProfileDocument | null> {
  return appwrite.admin.profiles.find(userId);
}

/** Deletes a member's file unless their profile names it, also while another request is about to name it. */
export async function deleteUnlessNamed(
  context: RequestContext,
  { backend, userId }: Member,
  fileId: string,
): Promise<void> {
  const { uploads } = context;
  const file = await backend.files.find(fileId);
  // A profile may name a file of another user, which stays.
  if (!file || ownerOf(file.$permissions) !== userId) return;
  const until = Date.now() + TICKET_SECONDS * 1000;
  // Revoked before the profile is read: whoever writes the id into the profile after that finds it revoked (`completeClaim`).
  await uploads.setOutcome(fileId, "deleted", until);
  const profile = await findProfile(context, userId);
  if (namedFiles(profile).some(({ id }) => id === fileId)) {
    await uploads.setOutcome(fileId, "claimed", until);
    return;
  }
  await deleteOwnFile(context, backend, fileId);
}

/** Deletes a file with the member's own session. A file of another user, which a profile may name, stays. */
export async function deleteOwnFile(context: RequestContext, backend: Backend, fileId: string): Promise<void> {
  try {
    await backend.files.delete(fileId);
  } catch (error) {
    if (!isAppwriteError(error, "user_unauthorized")) throw error;
    context.warn({ event: "file of another user not deleted", ...errorEntry(error) });
  }
}
