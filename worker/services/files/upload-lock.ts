// The lock of an upload: one request at a time sends bytes to it.
import type { RequestContext } from "../../context";
import type { RevocationRecord } from "../../durable-objects/revocation-record";
import { ServiceError } from "../../errors";
import { type Ticket, uploadGoneError } from "./tickets";

/**
 * How long a request keeps the lock without a sign of life. A request whose client has lost its connection may be cut off without
 * unlocking, and the client should be able to go on soon. Longer than Appwrite may take to answer to a part (8 seconds).
 */
const LEASE_MS = 10_000;
/** How often a request that receives bytes extends its lock. */
const EXTEND_AFTER_MS = 3_000;

export class UploadLock {
  readonly #record: DurableObjectStub<RevocationRecord>;
  readonly #holder: string;
  #extendedAt = Date.now();
  #isHeld = true;

  private constructor(
    record: DurableObjectStub<RevocationRecord>,
    holder: string,
    /** How many bytes were stored when the upload was last locked. */
    readonly offset: number,
  ) {
    this.#record = record;
    this.#holder = holder;
  }

  /** @throws {ServiceError} `upload_gone` when the ticket is revoked, `conflict` while another request sends. */
  static async acquire({ uploads }: RequestContext, { fileId, expiresAt }: Ticket): Promise<UploadLock> {
    const record = await uploads.record(fileId);
    const holder = crypto.randomUUID();
    const locked = await record.lockUpload(holder, LEASE_MS, expiresAt);
    if (locked === "revoked") throw uploadGoneError();
    if (locked === "locked") throw lockedError();
    return new UploadLock(record, holder, locked.offset);
  }

  /** Extends the lock while bytes arrive. Call it with every read. */
  keep({ waitUntil }: RequestContext): void {
    if (Date.now() - this.#extendedAt < EXTEND_AFTER_MS) return;
    this.#extendedAt = Date.now();
    waitUntil("upload lock", () => this.#record.extendLock(this.#holder, LEASE_MS));
  }

  /**
   * Notes that a part is stored. Unlocks after the last part of the request.
   * @returns true when the upload was deleted meanwhile.
   * @throws {ServiceError} `conflict` when the lock lapsed, and another request has it.
   */
  async notePart(offset: number, isLast: boolean): Promise<boolean> {
    const { isDeleted, isLocked } = await this.#record.notePart(this.#holder, offset, { isLast, leaseMs: LEASE_MS });
    if (isLast || !isLocked) this.#isHeld = false;
    if (!isLocked && !isDeleted) throw lockedError();
    return isDeleted;
  }

  /** Unlocks, if the request still has the lock. */
  async release(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    await this.#record.unlockUpload(this.#holder);
  }
}

function lockedError(): ServiceError {
  return new ServiceError("conflict", "Another request is sending this upload. Please try again in a moment");
}
