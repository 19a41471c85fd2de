// A guest's finished upload becomes a member's file: at sign-up, or when a profile is given a new one.
import { FILE_KINDS, type FileKind, fileKindOf } from "../../../app/contract/files";
import type { RequestContext } from "../../context";
import { ServiceError } from "../errors";
import { openTicket, type Ticket, ticketInvalidError, uploadGoneError } from "./tickets";
import { storedBytes } from "./uploads";

export interface FileReference {
  resumeId?: string;
  portfolioId?: string;
  uploadTicket?: string;
}

/** The profile field that holds the id of a file of a kind. */
export const FILE_FIELDS = { resume: "resumeId", portfolio: "portfolioId" } as const satisfies Record<FileKind, string>;

/** The files that a profile names: one in the end, and the one of its role first where an older client left two. */
export function namedFiles(profile: Readonly<Record<string, unknown>> | null): { kind: FileKind; id: string }[] {
  const ofRole = typeof profile?.role === "string" ? fileKindOf(profile.role) : null;
  const kinds = [...FILE_KINDS].sort((a, b) => Number(b === ofRole) - Number(a === ofRole));
  return kinds.flatMap((kind) => {
    const id = profile?.[FILE_FIELDS[kind]];
    return typeof id === "string" && id !== "" ? [{ kind, id }] : [];
  });
}

/** A file that a form names. */
export interface Claim {
  ticket: Ticket;
  /** The ticket was ended before: its file belongs to a profile already, or is gone. */
  isEnded: boolean;
}

/**
 * Checks the file that a form names: its ticket is ours, for a file of this kind, and the upload is complete. An ended ticket
 * passes, since the form may have been sent before and its answer lost: the caller asks the profile.
 * @returns null when the form names no file of this kind.
 * @throws {ServiceError} `upload_ticket_invalid`, `upload_gone`, `upload_incomplete`; the field concerned is named.
 */
export async function checkClaim(
  context: RequestContext,
  kind: FileKind,
  reference: FileReference,
): Promise<Claim | null> {
  const fileId = reference[FILE_FIELDS[kind]];
  if (!fileId) return null;
  try {
    const ticket = await openTicket(context.config.keyring, reference.uploadTicket, fileId);
    if (ticket.kind !== kind) throw new ServiceError("upload_ticket_invalid", "This file is of another kind");
    const [isEnded, file] = await Promise.all([
      context.revocations.isUploadRevoked(fileId),
      context.appwrite.admin.files.find(fileId),
    ]);
    if (isEnded) return { ticket, isEnded };
    if (!file) throw uploadGoneError();
    if (storedBytes(file) !== ticket.size) {
      throw new ServiceError("upload_incomplete", "This file has not arrived completely yet");
    }
    return { ticket, isEnded };
  } catch (error) {
    throw error instanceof ServiceError ? aboutFile(error, kind) : error;
  }
}

/** The refusal of a file that is gone, at the field of its kind. */
export function claimGoneError({ ticket }: Claim): ServiceError {
  return aboutFile(uploadGoneError(), ticket.kind);
}

/** The refusal of a file to anybody but its owner. */
export function claimRejectedError(claim: Claim): ServiceError {
  return claim.isEnded ? claimGoneError(claim) : aboutFile(ticketInvalidError(), claim.ticket.kind);
}

function aboutFile({ type, message }: ServiceError, kind: FileKind): ServiceError {
  return new ServiceError(type, message, { fields: { [kind]: message } });
}

/** Ends a ticket whose file now belongs to a profile: from here on only its owner decides about it. */
export async function completeClaim(context: RequestContext, ticket: Ticket): Promise<void> {
  await context.revocations.revokeUpload(ticket.fileId, ticket.expiresAt);
}

/** Deletes a file that nobody is going to claim. What fails here is found by the sweep. */
export async function discardClaim(context: RequestContext, ticket: Ticket): Promise<void> {
  await context.revocations.markUploadDeleted(ticket.fileId, ticket.expiresAt);
  await context.appwrite.admin.files.delete(ticket.fileId);
}
