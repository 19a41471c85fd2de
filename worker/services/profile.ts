// Reading and changing the member's profile.
import type { Profile } from "../../app/contract/account";
import { FILE_KINDS } from "../../app/contract/files";
import type { ProfilePatch } from "../../app/contract/profile";
import type { Backend } from "../appwrite/appwrite";
import type { ProfileData, ProfileDocument } from "../appwrite/profiles";
import type { Scope } from "../scope";
import { asMember } from "./account";
import { checkClaim, FILE_FIELDS, settleClaim } from "./claims";
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
 * Changes the profile, or makes it when it is missing. A new file is one that this member just uploaded; the one it
 * replaces is deleted.
 * @throws {ServiceError} `forbidden` for somebody else's file, and those of `checkClaim`.
 */
export async function updateProfile(scope: Scope, patch: ProfilePatch): Promise<Profile> {
  return asMember(scope, async ({ backend, userId }) => {
    const [document, account] = await Promise.all([backend.profiles.find(userId), backend.account.get()]);
    const tickets = await checkFiles(scope, patch, userId);
    const { uploadTicket: _, ...fields } = patch;
    const changes: ProfileData = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const base = { name: account.name, Email: account.email, phone: account.phone || null };
    const updated = document
      ? await backend.profiles.update(document.$id, changes)
      : await backend.profiles.create(userId, { ...base, ...changes });
    for (const ticket of tickets) await settleClaim(scope, ticket);
    if (document) removeReplacedFiles(scope, backend, document, changes);
    return toProfile(updated);
  });
}

async function checkFiles(scope: Scope, patch: ProfilePatch, userId: string): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (const kind of FILE_KINDS) {
    const fileId = patch[FILE_FIELDS[kind]];
    if (!fileId) continue;
    const role = kind === "resume" ? "Student" : "";
    const ticket = await checkClaim(scope, role, { [FILE_FIELDS[kind]]: fileId, uploadTicket: patch.uploadTicket });
    if (ticket?.owner !== userId) throw new ServiceError("forbidden", "This file is not yours");
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
