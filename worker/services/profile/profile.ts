// Reading and changing the member's profile.
import type { Profile, ProfileFile } from "../../../app/contract/account";
import { FILE_ID_FIELDS, FILE_KINDS, fileKindOf } from "../../../app/contract/files";
import { checkProfileChange, completeProfileChange } from "../../../app/contract/profile-change";
import type { ProfilePatch } from "../../../app/contract/profile-patch";
import type { ProfileData, ProfileDocument } from "../../appwrite/profiles";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { memberRecords, withSession } from "../account/account";
import { type MemberWithAccount, type Write, withMemberChange } from "../account/account-change";
import { insertProfile } from "../account/insert-profile";
import { toProfile } from "../account/models";
import { type Claim, checkClaim, claimGoneError, completeClaim, withReservedFile } from "../files/claims";
import { namedFiles } from "../files/named-files";
import { deleteOwnFile, deleteUnlessNamed, deleteUnnamedFiles } from "../files/unnamed-files";
import { retryInBackground } from "../retry-in-background";

/** The member's profile; null when there is none yet. */
export async function getProfile(context: RequestContext): Promise<Profile | null> {
  return withSession(context, async (session) => {
    // Appwrite returns an empty list to guests. Only the account distinguishes an invalid session from a missing profile.
    const { account, profile } = memberRecords(context, session);
    const [document] = await Promise.all([profile, account]);
    return document && toProfile(document);
  });
}

/**
 * The name, size and date of the file that the profile names; null when it names none. Usually one round trip: the newest files are
 * listed in parallel with the profile, and a file that is not among them is loaded by id.
 */
export async function getProfileFile(context: RequestContext): Promise<ProfileFile | null> {
  return withSession(context, async (session) => {
    const { backend } = session;
    const { account, profile } = memberRecords(context, session);
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
 * Changes the profile, or creates it when it is missing. A new file must be an upload of this member. When other changes replace a
 * file, it is deleted after them, since they may fail. When the change only removes a file, it is deleted first, so that the member
 * sees an error and can try again.
 * @throws {ServiceError} `validation_failed`; `forbidden` for another member's file; `conflict` when the profile has
 * another file than the expected one; `change_pending`; and those of `checkClaim`.
 */
export async function updateProfile(context: RequestContext, patch: ProfilePatch): Promise<Profile> {
  const { uploadTicket, expectedFileId, ...fields } = patch;
  const values: ProfileData = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return withMemberChange(context, { part: "profile", values }, (member, write) =>
    writeChanges(context, member, { values, uploadTicket, expectedFileId }, write),
  );
}

interface RequestedChange extends Pick<ProfilePatch, "uploadTicket" | "expectedFileId"> {
  /** What the change asks for, by field. */
  values: ProfileData;
}

/**
 * Checks and saves a change of the profile.
 * @param write makes each call that writes the profile.
 * @throws what `updateProfile` throws, but for `change_pending`.
 */
async function writeChanges(
  context: RequestContext,
  { backend, userId, account }: MemberWithAccount,
  { values, uploadTicket, expectedFileId }: RequestedChange,
  write: Write,
): Promise<Profile> {
  // Before the profile: a claim that is complete by now is in the profile that is read next. So a form that was sent twice succeeds twice.
  const claim = await checkNewFile(context, values, uploadTicket, userId);
  const found = await backend.profiles.find(userId);
  if (claim) requireFittingRole(claim, values.role ?? found?.role);
  if (claim?.isRevoked && (!claim.file || !namesFile(found, claim))) throw claimGoneError(claim);
  // A file that the profile names already is not checked again.
  const requested: ProfileData = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !(isFileField(field) && (found?.[field] || null) === value)),
  );
  const changes = completeProfileChange(found, requested);
  const errors = checkProfileChange(found, changes);
  if (errors) throw new ServiceError("validation_failed", errors.message, { fields: { ...errors.fields } });
  const removedIds = found ? removedFileIds(found, changes) : [];
  // When no file is removed, the expected file is gone already, unless the profile names it as a file of the other kind.
  const isUnexpected =
    removedIds.length > 0
      ? removedIds.some((id) => id !== expectedFileId)
      : namedFiles(found).some(({ id }) => id === expectedFileId);
  if (expectedFileId !== undefined && isUnexpected) {
    throw new ServiceError("conflict", "Your file has changed meanwhile");
  }

  const isRemoval =
    removedIds.length > 0 && Object.entries(changes).every(([field, value]) => isFileField(field) && value === null);
  if (isRemoval) for (const id of removedIds) await deleteOwnFile(context, backend, id);
  const save = async () => {
    // Without the number: the account has it only when no other account does, and nobody may see that.
    const base = { name: account.name, Email: account.email, phone: null };
    const document = found ?? (await write(() => insertProfile(context, userId, { ...base, ...changes })));
    // `insertProfile` returns the existing profile when another request has created one. The changes are not in it then.
    const isDone =
      Object.keys(changes).length === 0 ||
      Object.entries(values).every(([field, value]) => hasValue(document, field, value, !found));
    const saved = isDone ? document : await write(() => backend.profiles.update(document.$id, changes));
    const earlier = namedFiles(found).find(({ kind }) => kind === claim?.ticket.kind);
    if (claim) await completeClaim(context, claim.ticket, { userId, write, earlierId: earlier?.id ?? null });
    return saved;
  };
  const isNewFile = claim !== null && !claim.isRevoked;
  const updated = isNewFile ? await withReservedFile(context, claim.ticket, userId, save) : await save();
  if (!isRemoval)
    for (const id of removedIds)
      retryInBackground(context, "replaced file", () => deleteUnlessNamed(context, { backend, userId }, id));
  if (claim) retryInBackground(context, "files left over", () => deleteUnnamedFiles(context, { backend, userId }));
  return toProfile(updated);
}

/** @param isInserted true for what `insertProfile` returned: an attribute that is missing there is one that the collection lacks. */
function hasValue(document: ProfileDocument, field: string, value: unknown, isInserted: boolean): boolean {
  return field in document ? (document[field] || null) === (value || null) : isInserted;
}

function isFileField(field: string): boolean {
  return FILE_KINDS.some((kind) => FILE_ID_FIELDS[kind] === field);
}

/** Checks the new file that a change names; null when it names none. There is at most one. */
async function checkNewFile(
  context: RequestContext,
  values: ProfileData,
  uploadTicket: string | undefined,
  userId: string,
): Promise<Claim | null> {
  const kind = FILE_KINDS.find((one) => values[FILE_ID_FIELDS[one]]);
  if (!kind) return null;
  const fileId = String(values[FILE_ID_FIELDS[kind]]);
  const claim = await checkClaim(context, kind, { [FILE_ID_FIELDS[kind]]: fileId, uploadTicket });
  if (claim && claim.ticket.owner !== userId) throw new ServiceError("forbidden", "This file is not yours");
  return claim;
}

/** @throws {ServiceError} `validation_failed` when somebody of this role keeps a file of the other kind. */
function requireFittingRole({ ticket: { kind } }: Claim, role: unknown): void {
  if (typeof role !== "string" || fileKindOf(role) === kind) return;
  const message = kind === "resume" ? "Only students keep a résumé here" : "Students keep a résumé here instead";
  throw new ServiceError("validation_failed", message, { fields: { [kind]: message } });
}

function namesFile(document: ProfileDocument | null, { ticket }: Claim): boolean {
  return document?.[FILE_ID_FIELDS[ticket.kind]] === ticket.fileId;
}

/** The ids of the files that a change removes from a profile. */
function removedFileIds(before: ProfileDocument, changes: ProfileData): string[] {
  return namedFiles(before).flatMap(({ kind, id }) => {
    const after = changes[FILE_ID_FIELDS[kind]];
    return after === undefined || after === id ? [] : [id];
  });
}
