// The file of a sign-up form: who gets it, and which profile names it.
import { FILE_ID_FIELDS, fileKindOf } from "../../../app/contract/files";
import type { ProfileDocument } from "../../appwrite/profiles";
import { type RequestContext, requireMemberBackend } from "../../context";
import { errorEntry } from "../../log";
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

/** Adds the form's file to an existing profile. Deletes the file when the profile has one, or when its kind does not fit the role. */
export async function attachFile(
  context: RequestContext,
  document: ProfileDocument,
  userId: string,
  claim: Claim | null,
): Promise<ProfileDocument> {
  if (!claim) return document;
  const { ticket, isRevoked } = claim;
  const field = FILE_ID_FIELDS[ticket.kind];
  if (document[field] === ticket.fileId && !claim.isMissing) {
    if (isRevoked) return document;
    const change = { part: "profile", values: { [field]: ticket.fileId } } as const;
    await withAccountChange(context, userId, change, (write) =>
      completeClaim(context, ticket, { userId, write, earlierId: null }),
    );
    return document;
  }
  const discard = () => context.waitUntil("unclaimed file", () => discardClaim(context, ticket));
  if (await keepsItsFile(context, document, ticket)) {
    if (!isRevoked) discard();
    return document;
  }
  if (isRevoked) throw claimGoneError(claim);
  const backend = requireMemberBackend(context);
  const updated = await withNewFile(context, ticket, userId, async (write) => {
    // Another tab may have saved a file since.
    const current = (await backend.profiles.find(userId)) ?? document;
    if (await keepsItsFile(context, current, ticket)) return current;
    const changed = await write(() => backend.profiles.update(current.$id, { [field]: ticket.fileId }));
    await completeClaim(context, ticket, { userId, write, earlierId: null });
    return changed;
  });
  if (updated[field] !== ticket.fileId) discard();
  retryInBackground(context, "files left over", () => deleteUnnamedFiles(context, { backend, userId }));
  return updated;
}

/** True when a profile has a file of the ticket's kind, or another role. A file that is missing at Appwrite counts as none. */
async function keepsItsFile(context: RequestContext, document: ProfileDocument, { kind }: Ticket): Promise<boolean> {
  if (typeof document.role === "string" && fileKindOf(document.role) !== kind) return true;
  const named = namedFiles(document).find((file) => file.kind === kind);
  return named !== undefined && (await context.appwrite.admin.files.find(named.id)) !== null;
}

/**
 * True when a profile names the file of an upload, or one of the same name and size: a form that is sent again without JavaScript has its file
 * stored anew. Never throws.
 */
export async function hasFileOf(context: RequestContext, document: ProfileDocument, ticket: Ticket): Promise<boolean> {
  const named = namedFiles(document).find(({ kind }) => kind === ticket.kind);
  if (!named || named.id === ticket.fileId) return named !== undefined;
  try {
    const file = await context.appwrite.admin.files.find(named.id);
    return file?.name === ticket.name && file.sizeOriginal === ticket.size;
  } catch (error) {
    context.warn({ event: "file of a profile not compared", ...errorEntry(error) });
    return false;
  }
}

/** @throws {ServiceError} `upload_gone` when the account is deleted meanwhile, which did not find the file among its own. */
async function transferFile(context: RequestContext, ticket: Ticket, userId: string): Promise<void> {
  if (ticket.owner === userId) return;
  await context.appwrite.admin.files.transferOwnership(ticket.fileId, userId);
  if (!(await context.revocations.isUserDeleted(userId))) return;
  // `discardClaim` would leave the file alone, since this request has reserved it.
  await context.revocations.setClaimedFileDeleted(ticket.fileId, ticket.expiresAt, true);
  const { files } = context.appwrite.admin;
  await tryThenRetryInBackground(context, "file of a deleted account", () => files.delete(ticket.fileId));
  throw claimGoneError({ ticket });
}
