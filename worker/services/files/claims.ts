// Claims: a form names an uploaded file by its id and ticket, and the member's profile takes it over.
import type { Models } from "appwrite";
import { FILE_ID_FIELDS, type FileKind } from "../../../app/contract/files";
import { mayBeGoingOn, mayHaveSucceeded } from "../../appwrite/errors";
import { type RequestContext, requireMemberBackend } from "../../context";
import { ServiceError } from "../../errors";
import type { Write } from "../account/account-change";
import { finishWhenDone } from "../retry-in-background";
import { isArchive, requireSoundArchive } from "./archive-check";
import { claimIfNamed, endUpload } from "./end-upload";
import { openTicket, type Ticket, ticketInvalidError, uploadGoneError } from "./tickets";
import { storedBytes } from "./uploads";

/**
 * How long a claim reserves its upload. A claim makes up to four calls to Appwrite of eight seconds each, and some to Durable Objects. When an
 * answer is lost, Appwrite may carry the call out up to a minute later (`withAccountChange`), and must still find the file then.
 */
const CLAIM_LEASE_MS = 120_000;

export interface FileReference {
  resumeId?: string;
  portfolioId?: string;
  uploadTicket?: string;
}

/** An uploaded file that a form names. */
export interface Claim {
  ticket: Ticket;
  /** True when the ticket is revoked: a profile has the file already, or the file is deleted. */
  isRevoked: boolean;
  /** Null when it is gone, although a profile may still name it. */
  file: Models.File | null;
}

/**
 * Checks the file that a form names: the ticket is valid and for this kind of file, and the upload is complete. A revoked ticket
 * passes, since the same form may have been sent before and its response lost. The caller compares it with the profile.
 * @returns null when the form names no file of this kind.
 * @throws {ServiceError} `upload_ticket_invalid`, `upload_gone`, `upload_incomplete`, `file_content_mismatch`; each names the form field.
 */
export async function checkClaim(
  context: RequestContext,
  kind: FileKind,
  reference: FileReference,
): Promise<Claim | null> {
  const fileId = reference[FILE_ID_FIELDS[kind]];
  if (!fileId) return null;
  try {
    const ticket = await openTicket(context.config.keyring, reference.uploadTicket, fileId);
    if (ticket.kind !== kind) throw new ServiceError("upload_ticket_invalid", "This file is of another kind");
    const { files } = context.appwrite.admin;
    const [{ isRevoked, isChecked }, file] = await Promise.all([context.uploads.state(fileId), files.find(fileId)]);
    if (isRevoked) return { ticket, isRevoked, file };
    if (!file) throw uploadGoneError();
    if (storedBytes(file) !== ticket.size) {
      throw new ServiceError("upload_incomplete", "This file has not arrived completely yet");
    }
    // The last part may have been stored without an answer.
    if (!isChecked && isArchive(ticket)) await requireSoundArchive(context, files, ticket);
    return { ticket, isRevoked, file };
  } catch (error) {
    throw error instanceof ServiceError ? withFileField(error, kind) : error;
  }
}

/** The error for a file that is gone, at the field of its kind. */
export function claimGoneError({ ticket }: Pick<Claim, "ticket">): ServiceError {
  return withFileField(uploadGoneError(), ticket.kind);
}

/** The error for a file that belongs to another user. */
export function claimRejectedError(claim: Claim): ServiceError {
  return claim.isRevoked ? claimGoneError(claim) : withFileField(ticketInvalidError(), claim.ticket.kind);
}

function withFileField({ type, message }: ServiceError, kind: FileKind): ServiceError {
  return new ServiceError(type, message, { fields: { [kind]: message } });
}

/**
 * Runs what makes a user's profile name a file, up to `completeClaim`, unless another user has the file or is about to. With one ticket
 * two sign-ups with different addresses may be under way.
 * @throws {ServiceError} `upload_gone` then; and what `run` throws.
 */
export async function withReservedFile<T>(
  context: RequestContext,
  ticket: Ticket,
  userId: string,
  run: () => Promise<T>,
): Promise<T> {
  const { uploads } = context;
  const { fileId, expiresAt } = ticket;
  const holder = crypto.randomUUID();
  const isReserved = await uploads.reserve(fileId, { userId, holder, leaseMs: CLAIM_LEASE_MS, expiresAt });
  if (!isReserved) throw claimGoneError({ ticket });
  try {
    return await run();
  } catch (error) {
    const release = () => uploads.releaseReservation(fileId, holder);
    if (!mayHaveSucceeded(error)) context.waitUntil("upload reservation", release);
    else {
      finishWhenDone(context, "claim whose answer was lost", async () => {
        if (await claimIfNamed(context.appwrite.admin, uploads, ticket)) return true;
        // Otherwise the reservation lapses.
        if (mayBeGoingOn(error)) return false;
        await release();
        return true;
      });
    }
    throw error;
  }
}

/**
 * Revokes a ticket after the member's profile has taken over its file, so that only its owner can change the file.
 * @param write as for `withAccountChange`. @param earlierId the file of this kind that the profile named before; null when it named none.
 * @throws {ServiceError} `upload_gone` when the file was deleted meanwhile; then the profile names the earlier one again.
 */
export async function completeClaim(
  context: RequestContext,
  ticket: Ticket,
  { userId, write, earlierId }: { userId: string; write: Write; earlierId: string | null },
): Promise<void> {
  if (await context.uploads.claim(ticket.fileId, ticket.expiresAt)) return;
  const { profiles } = requireMemberBackend(context);
  const field = FILE_ID_FIELDS[ticket.kind];
  const document = await profiles.find(userId);
  if (document?.[field] === ticket.fileId)
    await write(() => profiles.update(document.$id, { [field]: earlierId }), { isVerifiable: false });
  throw claimGoneError({ ticket });
}

/** Deletes a file that nobody will claim. If this fails, the sweep deletes it. */
export async function discardClaim(context: RequestContext, ticket: Ticket): Promise<void> {
  await endUpload(context, ticket, context.appwrite.admin.files);
}
