// The file of a sign-up form: who gets it, and which profile names it.
import type { Models } from "appwrite";
import { FILE_ID_FIELDS, fileKindOf } from "../../../app/contract/files";
import type { ProfileDocument } from "../../appwrite/profiles";
import { type RequestContext, requireMemberBackend } from "../../context";
import { type Write, withAccountChange } from "../account/account-change";
import { type Claim, claimGoneError, completeClaim, discardClaim, withReservedFile } from "../files/claims";
import { namedFiles } from "../files/named-files";
import type { Ticket } from "../files/tickets";
import { deleteUnnamedFiles } from "../files/unnamed-files";
import { retryInBackground, tryThenRetryInBackground } from "../retry-in-background";

/**
 * Gives an upload's file to a user, and then runs what writes its id into their profile. No other change of the profile, and no other claim of
 * the upload, runs meanwhile.
 * @throws {ServiceError} `change_pending`, `upload_gone`; and what `run` throws.
 */
export function withNewFile<T>(
  context: RequestContext,
  ticket: Ticket,
  userId: string,
  run: (write: Write) => Promise<T>,
): Promise<T> {
  const values = { [FILE_ID_FIELDS[ticket.kind]]: ticket.fileId };
  return withAccountChange(context, userId, { part: "profile", values }, (write) =>
    withReservedFile(context, ticket, userId, async () => {
      await transferFile(context, ticket, userId);
      return run(write);
    }),
  );
}

/** A profile to which a form's file was added, or which keeps its own. */
export interface ProfileWithFile {
  document: ProfileDocument;
  /**
   * True when the profile's file is the form's, or has the same name and content: without JavaScript, a form that is sent again uploads its file
   * again, under a new id. For a form without a file: true when the profile has none either.
   */
  isFileAsSent: boolean;
}

/** Adds the form's file to an existing profile. Deletes the file when the profile has one, or when its kind does not fit the role. */
export async function attachFile(
  context: RequestContext,
  document: ProfileDocument,
  userId: string,
  claim: Claim | null,
): Promise<ProfileWithFile> {
  if (!claim) return { document, isFileAsSent: namedFiles(document).length === 0 };
  const { ticket, isRevoked } = claim;
  const field = FILE_ID_FIELDS[ticket.kind];
  if (document[field] === ticket.fileId && claim.file) {
    if (isRevoked) return { document, isFileAsSent: true };
    const change = { part: "profile", values: { [field]: ticket.fileId } } as const;
    await withAccountChange(context, userId, change, (write) =>
      completeClaim(context, ticket, { userId, write, earlierId: null }),
    );
    return { document, isFileAsSent: true };
  }
  const discard = () => context.waitUntil("unclaimed file", () => discardClaim(context, ticket));
  const kept = await findKeptFile(context, document, ticket);
  if (kept || hasOtherKind(document, ticket)) {
    if (!isRevoked) discard();
    return { document, isFileAsSent: kept !== null && isSameFile(kept, claim) };
  }
  if (isRevoked) throw claimGoneError(claim);
  const backend = requireMemberBackend(context);
  const updated = await withNewFile(context, ticket, userId, async (write) => {
    // Another tab may have saved a file since.
    const current = (await backend.profiles.find(userId)) ?? document;
    if (hasOtherKind(current, ticket) || (await findKeptFile(context, current, ticket))) return current;
    const changed = await write(() => backend.profiles.update(current.$id, { [field]: ticket.fileId }));
    await completeClaim(context, ticket, { userId, write, earlierId: null });
    return changed;
  });
  const isFileAsSent = updated[field] === ticket.fileId;
  if (!isFileAsSent) discard();
  retryInBackground(context, "files left over", () => deleteUnnamedFiles(context, { backend, userId }));
  return { document: updated, isFileAsSent };
}

/** True when the role of a profile has files of another kind than the ticket's. */
function hasOtherKind({ role }: ProfileDocument, { kind }: Ticket): boolean {
  return typeof role === "string" && fileKindOf(role) !== kind;
}

/** The file of the ticket's kind that a profile has; null when it has none, or when Appwrite does not have it. */
async function findKeptFile(
  context: RequestContext,
  document: ProfileDocument,
  { kind }: Ticket,
): Promise<Models.File | null> {
  const named = namedFiles(document).find((file) => file.kind === kind);
  return named ? context.appwrite.admin.files.find(named.id) : null;
}

/** Compares names, and the hashes of the content (`signature`), which an incomplete file does not have. */
function isSameFile({ name, signature }: Models.File, { file }: Claim): boolean {
  return signature !== "" && signature === file?.signature && name === file.name;
}

/**
 * Makes the user the file's owner.
 * @throws {ServiceError} `upload_gone` when the account is being deleted. The deletion may have looked for the account's files before this one was
 * among them, so the file is deleted here.
 */
async function transferFile(context: RequestContext, ticket: Ticket, userId: string): Promise<void> {
  if (ticket.owner === userId) return;
  await context.appwrite.admin.files.transferOwnership(ticket.fileId, userId);
  if (!(await context.revocations.isUserDeleted(userId))) return;
  // `discardClaim` would leave the file alone, since this request has reserved it.
  await context.uploads.setOutcome(ticket.fileId, "deleted", ticket.expiresAt);
  const { files } = context.appwrite.admin;
  await tryThenRetryInBackground(context, "file of a deleted account", () => files.delete(ticket.fileId));
  throw claimGoneError({ ticket });
}
