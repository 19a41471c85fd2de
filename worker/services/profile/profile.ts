// Reading and changing the member's profile.
import type { Profile, ProfileFile } from "../../../app/contract/account";
import { FILE_KINDS, fileKindOf } from "../../../app/contract/files";
import type { ProfilePatch } from "../../../app/contract/profile";
import { checkProfileChange, completeProfileChange } from "../../../app/contract/profile-change";
import type { Backend } from "../../appwrite/appwrite";
import { isAppwriteError } from "../../appwrite/errors";
import { ownerOf } from "../../appwrite/permissions";
import type { ProfileData, ProfileDocument } from "../../appwrite/profiles";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { readOnce, withSession } from "../account/account";
import { toProfile } from "../account/models";
import { ServiceError } from "../errors";
import { type Claim, checkClaim, claimGoneError, completeClaim, FILE_FIELDS, namedFiles } from "../files/claims";
import { TICKET_SECONDS } from "../files/tickets";
import { retryInBackground } from "../retry-in-background";

/** The member's profile; null when there is none yet. */
export async function getProfile(context: RequestContext): Promise<Profile | null> {
  return withSession(context, async (session) => {
    // A list is answered to guests too, with nothing in it: only the account tells a dead session from a missing profile.
    const { account, profile } = readOnce(context, session);
    const [document] = await Promise.all([profile, account]);
    return document && toProfile(document);
  });
}

/**
 * What is known of the file that the profile names; null when it names none. One round trip: the newest files are listed
 * beside the profile, and only one that is not among them is asked for by its id.
 */
export async function getProfileFile(context: RequestContext): Promise<ProfileFile | null> {
  return withSession(context, async (session) => {
    const { backend } = session;
    const { account, profile } = readOnce(context, session);
    const [document, newest] = await Promise.all([profile, backend.files.listNewest(), account]);
    const [named] = namedFiles(document);
    if (!named) return null;
    const file = newest.find(({ $id }) => $id === named.id) ?? (await backend.files.find(named.id));
    return {
      ...named,
      name: file?.name ?? null,
      size: file?.sizeOriginal ?? null,
      uploadedAt: file?.$createdAt ?? null,
    };
  });
}

/**
 * Changes the profile, or makes it when it is missing. A new file is one that this member just uploaded. A file that leaves
 * with other changes is deleted afterwards: they may be refused. One that only is to go is deleted before the profile forgets
 * it, so that a failure can be told, and asking again heals it.
 * @throws {ServiceError} `validation_failed`; `forbidden` for somebody else's file; `conflict` when another file is there, or would
 * leave, than the one expected, and those of `checkClaim`.
 */
export async function updateProfile(context: RequestContext, patch: ProfilePatch): Promise<Profile> {
  return withSession(context, async ({ backend, userId }) => {
    const [found, account] = await Promise.all([backend.profiles.find(userId), backend.account.get()]);
    const { uploadTicket: _, expectedFileId, ...fields } = patch;
    const asked: ProfileData = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const changes = completeProfileChange(found, asked);
    const errors = checkProfileChange(found, changes);
    if (errors) throw new ServiceError("validation_failed", errors.message, { fields: { ...errors.fields } });
    const leaving = found ? filesLeaving(found, changes) : [];
    // Nothing leaves: the file that was expected is gone already, unless the profile names it as one of the other kind.
    const isAnother =
      leaving.length > 0
        ? leaving.some((id) => id !== expectedFileId)
        : namedFiles(found).some(({ id }) => id === expectedFileId);
    if (expectedFileId !== undefined && isAnother) {
      throw new ServiceError("conflict", "Your file has changed meanwhile");
    }
    const claim = await checkFile(context, patch, userId, found);

    const isRemoval = Object.entries(changes).every(([field, value]) => isFileField(field) && value === null);
    if (isRemoval) for (const id of leaving) await deleteOwn(context, backend, id);
    const base = { name: account.name, Email: account.email, phone: account.phone || null };
    const document = found ?? (await backend.profiles.create(userId, { ...base, ...changes }));
    // One that was made meanwhile does not carry the changes yet.
    const isDone = found ? Object.keys(changes).length === 0 : carries(document, changes);
    const updated = isDone ? document : await backend.profiles.update(document.$id, changes);
    if (claim) await completeClaim(context, claim.ticket);
    if (!isRemoval)
      for (const id of leaving) retryInBackground(context, "replaced file", () => deleteOwn(context, backend, id));
    if (claim) retryInBackground(context, "files left over", () => deleteLeftOver(backend, userId, updated));
    return toProfile(updated);
  });
}

/** True when a document says what was to be written; an attribute that its collection lacks counts for nothing. */
function carries(document: ProfileDocument, changes: ProfileData): boolean {
  return Object.entries(changes).every(([field, value]) => !(field in document) || document[field] === value);
}

function isFileField(field: string): boolean {
  return FILE_KINDS.some((kind) => FILE_FIELDS[kind] === field);
}

/** The new file that a change names, of which there is one at most; null when it names none. */
async function checkFile(
  context: RequestContext,
  patch: ProfilePatch,
  userId: string,
  document: ProfileDocument | null,
): Promise<Claim | null> {
  const kind = FILE_KINDS.find((one) => patch[FILE_FIELDS[one]]);
  if (!kind) return null;
  const role = patch.role ?? document?.role;
  if (typeof role === "string" && fileKindOf(role) !== kind) {
    const message = kind === "resume" ? "Only students keep a résumé here" : "Students keep a résumé here instead";
    throw new ServiceError("validation_failed", message, { fields: { [kind]: message } });
  }
  const claim = await checkClaim(context, kind, {
    [FILE_FIELDS[kind]]: patch[FILE_FIELDS[kind]] ?? undefined,
    uploadTicket: patch.uploadTicket,
  });
  if (!claim) return null;
  if (claim.ticket.owner !== userId) throw new ServiceError("forbidden", "This file is not yours");
  if (claim.isEnded && document?.[FILE_FIELDS[kind]] !== claim.ticket.fileId) throw claimGoneError(claim);
  return claim;
}

/** The files that a profile names before a change and not after it. */
function filesLeaving(before: ProfileDocument, changes: ProfileData): string[] {
  return namedFiles(before).flatMap(({ kind, id }) => {
    const after = changes[FILE_FIELDS[kind]];
    return after === undefined || after === id ? [] : [id];
  });
}

/** Deletes what earlier changes did not come to delete: files that the profile does not name, and no upload's ticket either. */
async function deleteLeftOver(backend: Backend, userId: string, profile: ProfileDocument): Promise<void> {
  const named = namedFiles(profile).map(({ id }) => id);
  const before = new Date(Date.now() - TICKET_SECONDS * 1000).toISOString();
  const files = await backend.files.listAll();
  const leftOver = files.filter(
    (file) => file.$createdAt < before && !named.includes(file.$id) && ownerOf(file.$permissions) === userId,
  );
  await Promise.all(leftOver.map((file) => backend.files.delete(file.$id)));
}

/** Deletes a file with the member's own rights: a profile may name what is not his, and that stays. */
async function deleteOwn(context: RequestContext, backend: Backend, fileId: string): Promise<void> {
  try {
    await backend.files.delete(fileId);
  } catch (error) {
    if (!isAppwriteError(error, "user_unauthorized")) throw error;
    context.warn({ event: "file of somebody else not deleted", ...errorEntry(error) });
  }
}
