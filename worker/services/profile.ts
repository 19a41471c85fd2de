// Reading and changing the member's profile.
import type { Profile, ProfileFile } from "../../app/contract/account";
import { FILE_KINDS } from "../../app/contract/files";
import type { ProfilePatch } from "../../app/contract/profile";
import { checkProfileChange } from "../../app/contract/profile-rules";
import type { Backend } from "../appwrite/appwrite";
import type { ProfileData, ProfileDocument } from "../appwrite/profiles";
import type { Scope } from "../scope";
import { asMember } from "./account";
import { checkClaim, claimGone, FILE_FIELDS, namedFiles, settleClaim } from "./claims";
import { ServiceError } from "./errors";
import { toProfile } from "./models";
import type { Ticket } from "./tickets";

/** The member's profile; null when there is none yet. */
export async function getProfile(scope: Scope): Promise<Profile | null> {
  return asMember(scope, async ({ backend, userId }) => {
    // A list is answered to guests too, with nothing in it: only the account tells a dead session from a missing profile.
    const [document] = await Promise.all([backend.profiles.find(userId), backend.account.get()]);
    return document && toProfile(document);
  });
}

/**
 * What is known of the file that the profile names; null when it names none. One round trip: the newest files are listed
 * beside the profile, and only one that is not among them is asked for by its id.
 */
export async function getProfileFile(scope: Scope): Promise<ProfileFile | null> {
  return asMember(scope, async ({ backend, userId }) => {
    const [document, newest] = await Promise.all([
      backend.profiles.find(userId),
      backend.files.listNewest(),
      backend.account.get(),
    ]);
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
 * Changes the profile, or makes it when it is missing. A new file is one that this member just uploaded; the one it
 * replaces is deleted.
 * @throws {ServiceError} `validation_failed`; `forbidden` for somebody else's file, and those of `checkClaim`.
 */
export async function updateProfile(scope: Scope, patch: ProfilePatch): Promise<Profile> {
  return asMember(scope, async ({ backend, userId }) => {
    const [found, account] = await Promise.all([backend.profiles.find(userId), backend.account.get()]);
    const { uploadTicket: _, ...fields } = patch;
    const changes: ProfileData = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const problems = checkProfileChange(found, changes, new Date());
    if (problems) throw new ServiceError("validation_failed", problems.message, { fields: { ...problems.fields } });
    const tickets = await checkFiles(scope, patch, userId, found);
    const base = { name: account.name, Email: account.email, phone: account.phone || null };
    const document = found ?? (await backend.profiles.create(userId, { ...base, ...changes }));
    // One that was made meanwhile does not carry the changes yet.
    const isDone = !found && carries(document, changes);
    const updated = isDone ? document : await backend.profiles.update(document.$id, changes);
    for (const ticket of tickets) await settleClaim(scope, ticket);
    removeReplacedFiles(scope, backend, document, changes);
    return toProfile(updated);
  });
}

/** True when a document says what was to be written; an attribute that its collection lacks counts for nothing. */
function carries(document: ProfileDocument, changes: ProfileData): boolean {
  return Object.entries(changes).every(([field, value]) => !(field in document) || document[field] === value);
}

async function checkFiles(
  scope: Scope,
  patch: ProfilePatch,
  userId: string,
  document: ProfileDocument | null,
): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (const kind of FILE_KINDS) {
    const claim = await checkClaim(scope, kind, {
      resumeId: patch.resumeId ?? undefined,
      portfolioId: patch.portfolioId ?? undefined,
      uploadTicket: patch.uploadTicket,
    });
    if (!claim) continue;
    const { ticket, isEnded } = claim;
    if (ticket.owner !== userId) throw new ServiceError("forbidden", "This file is not yours");
    if (isEnded && document?.[FILE_FIELDS[kind]] !== ticket.fileId) throw claimGone(claim);
    tickets.push(ticket);
  }
  return tickets;
}

function removeReplacedFiles(scope: Scope, backend: Backend, before: ProfileDocument, changes: ProfileData): void {
  for (const field of Object.values(FILE_FIELDS)) {
    const old = before[field];
    if (typeof old !== "string" || !(field in changes) || changes[field] === old) continue;
    scope.later("replaced file", () => backend.files.delete(old));
  }
}
