// The sealed ticket in an upload's URL. It holds the upload's state, so that the Worker stores none.
import * as z from "zod/mini";
import { FILE_KINDS } from "../../../app/contract/files";
import { ServiceError } from "../../errors";
import type { Keyring } from "../../session/keyring";

/** How long an upload can be resumed, and a guest's file can be claimed. */
export const TICKET_SECONDS = 24 * 3600;

/** An upload that no profile names is deleted when nothing of it has arrived for so long. */
export const UNCLAIMED_SECONDS = 2 * 3600;

/**
 * When an upload expires, in milliseconds since 1970.
 * @param storedAt when bytes of it were last stored, in the same unit; null before the first ones, since then there is nothing to delete.
 */
export function expiryOf({ expiresAt }: Pick<Ticket, "expiresAt">, storedAt: number | null): number {
  return storedAt === null ? expiresAt : Math.min(expiresAt, storedAt + UNCLAIMED_SECONDS * 1000);
}

const TicketSchema = z.object({
  fileId: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  kind: z.enum(FILE_KINDS),
  /** The id of the file's owner; for a guest, the id that their account will get. */
  owner: z.string(),
  guest: z.boolean(),
  /** The limit by which the stored bytes are counted, and given back when the file is deleted. Missing in tickets of older versions. */
  bytesKind: z.optional(z.enum(["guest-upload-bytes", "member-upload-bytes", "known-upload-bytes"])),
  /** In milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Ticket = Required<z.infer<typeof TicketSchema>>;

export function sealTicket(keyring: Keyring, ticket: Ticket): Promise<string> {
  return keyring.seal("upload", ticket);
}

/**
 * Opens the ticket of an upload.
 * @throws {ServiceError} `upload_ticket_invalid` when it is forged or for another file; `upload_gone` when it has expired.
 */
export async function openTicket(
  keyring: Keyring,
  sealed: string | undefined,
  fileId: string,
  now = Date.now(),
): Promise<Ticket> {
  const parsed = TicketSchema.safeParse(sealed ? await keyring.open("upload", sealed) : null);
  if (!parsed.success || parsed.data.fileId !== fileId) throw ticketInvalidError();
  if (parsed.data.expiresAt <= now) throw uploadGoneError();
  const { bytesKind = parsed.data.guest ? "guest-upload-bytes" : "member-upload-bytes" } = parsed.data;
  return { ...parsed.data, bytesKind };
}

export const TICKET_INVALID = "This upload is not known here. Please choose the file again";

export function ticketInvalidError(): ServiceError {
  return new ServiceError("upload_ticket_invalid", TICKET_INVALID);
}

export function uploadGoneError(): ServiceError {
  return new ServiceError("upload_gone", "This upload has ended. Please choose the file again");
}
