// Records how uploads ended, and which requests send bytes to them or are about to claim them.
import type { RevocationRecord, UploadOutcome } from "../../durable-objects/revocation-record";
import { sha256Hex } from "../sha256-hex";

/** How far the clocks of two machines may be apart, at most. */
const CLOCK_DIFFERENCE_MS = 60 * 60_000;

export class UploadRecords {
  readonly #namespace: DurableObjectNamespace<RevocationRecord>;

  constructor(namespace: DurableObjectNamespace<RevocationRecord>) {
    this.#namespace = namespace;
  }

  /** The record of an upload, for its lock. */
  async record(fileId: string): Promise<DurableObjectStub<RevocationRecord>> {
    return this.#namespace.get(this.#namespace.idFromName(await sha256Hex(`upload:${fileId}`)));
  }

  /**
   * Reserves an upload for a request of a user whose profile is about to name its file.
   * @returns false when it is another user's, or has ended.
   */
  async reserve(
    fileId: string,
    request: { userId: string; holder: string; leaseMs: number; expiresAt: number },
  ): Promise<boolean> {
    return (await this.record(fileId)).reserveUpload(request);
  }

  /** Ends a request's reservation, after its claim has failed. */
  async releaseReservation(fileId: string, holder: string): Promise<void> {
    await (await this.record(fileId)).releaseReservation(holder);
  }

  /** The user who last reserved an upload, also after the reservation was given back or has lapsed; null when nobody has. */
  async lastReservedBy(fileId: string): Promise<string | null> {
    return (await this.record(fileId)).lastReservedBy();
  }

  /**
   * Revokes an upload's ticket, because a profile now has its file.
   * @returns false when the file was deleted before.
   */
  async claim(fileId: string, until: number): Promise<boolean> {
    // The record is kept longer than the ticket is valid: a machine whose clock is behind would take the upload for unclaimed.
    return (await (await this.record(fileId)).endUpload("claimed", until + CLOCK_DIFFERENCE_MS)) !== "deleted";
  }

  /**
   * Revokes the ticket of an upload whose file is going to be deleted. A part that arrives later is refused, and cannot create the file again.
   * @returns "ended" when this call ended the upload; "reserved" when a form is claiming it, so that it stays; otherwise how it had ended before.
   */
  async endUnclaimed(fileId: string, until: number): Promise<UploadOutcome | "ended" | "reserved"> {
    return (await (await this.record(fileId)).endUpload("deleted", until)) ?? "ended";
  }

  /** Changes how a claimed upload ended: its file is deleted, because the profile does not name it anymore, or the profile names it after all. */
  async setOutcome(fileId: string, outcome: UploadOutcome, until: number): Promise<void> {
    await (await this.record(fileId)).setUploadOutcome(outcome, until);
  }

  /** True when the ticket was revoked for a deletion. */
  async isDeleted(fileId: string): Promise<boolean> {
    return (await this.record(fileId)).isDeleted();
  }

  async isRevoked(fileId: string): Promise<boolean> {
    return (await this.record(fileId)).isMarked();
  }

  /** Records that the content of an upload has passed the check of archives. @param until when to forget it, in milliseconds since 1970. */
  async markChecked(fileId: string, until: number): Promise<void> {
    await (await this.record(fileId)).markChecked(until);
  }

  /** Whether the ticket is revoked, and whether the bytes were checked. */
  async state(fileId: string): Promise<{ isRevoked: boolean; isChecked: boolean }> {
    return (await this.record(fileId)).uploadState();
  }
}
