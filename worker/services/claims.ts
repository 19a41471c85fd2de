// A guest's finished upload becomes a member's file: at sign-up, or when a profile is given a new one.
import { type FileKind, fileKindOf } from "../../app/contract/files";
import type { Scope } from "../scope";
import { ServiceError } from "./errors";
import { openTicket, type Ticket, uploadGone } from "./tickets";
import { storedBytes } from "./uploads";

export interface FileReference {
  resumeId?: string;
  portfolioId?: string;
  uploadTicket?: string;
}

/** The profile field that holds the id of a file of a kind. */
export const FILE_FIELDS = { resume: "resumeId", portfolio: "portfolioId" } as const satisfies Record<FileKind, string>;

/**
 * Checks the file that a form names: its ticket is ours, for a file of the role's kind, and the upload is complete.
 * @returns the ticket, or null when the form names no file.
 * @throws {ServiceError} `upload_ticket_invalid`, `upload_gone`, `upload_incomplete`; the field concerned is named.
 */
export async function checkClaim(scope: Scope, role: string, reference: FileReference): Promise<Ticket | null> {
  const kind = fileKindOf(role);
  const fileId = reference[FILE_FIELDS[kind]];
  if (!fileId) return null;
  try {
    const ticket = await openTicket(scope.config.keyring, reference.uploadTicket, fileId);
    if (ticket.kind !== kind) throw new ServiceError("upload_ticket_invalid", "This file is of another kind");
    const [ended, file] = await Promise.all([
      scope.endings.hasUploadEnded(fileId),
      scope.appwrite.admin.files.find(fileId),
    ]);
    if (ended || !file) throw uploadGone();
    if (storedBytes(file) !== ticket.size) {
      throw new ServiceError("upload_incomplete", "This file has not arrived completely yet");
    }
    return ticket;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.type, error.message, { fields: { [kind]: error.message } });
  }
}

/** Ends a ticket whose file now belongs to a profile: from here on only its owner decides about it. */
export async function settleClaim(scope: Scope, ticket: Ticket): Promise<void> {
  await scope.endings.endUpload(ticket.fileId, ticket.expiresAt);
}

/** Deletes a file that nobody is going to claim. What fails here is found by the sweep. */
export async function discardClaim(scope: Scope, ticket: Ticket): Promise<void> {
  await scope.endings.endUpload(ticket.fileId, ticket.expiresAt);
  await scope.appwrite.admin.files.delete(ticket.fileId);
}
