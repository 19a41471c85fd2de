// Marks what was revoked before it expired (a session whose deletion the backend did not confirm, an upload ticket, a user), and what was
// used (a link, a code of a second factor).
//
// One Durable Object each. KV would not do: its reads can be a minute old, and a session that was signed out must be rejected at once,
// everywhere.
import { DurableObject } from "cloudflare:workers";

/** Who is sending to an upload, and how far it has come. */
interface UploadLock {
  /** The id of the request; null when nobody is sending. */
  holder: string | null;
  /** When the lock lapses unless it is extended, in milliseconds since 1970. */
  until: number;
  /** How many bytes were stored when the last part was noted. */
  offset: number;
}

/** The user whose profile is about to take over an upload's file, or has done so. */
interface Claimant {
  userId: string;
  /** Until when another user has to wait, unless the upload ends before, in milliseconds since 1970. */
  until: number;
}

/** How an upload ended: a profile has its file, or the file is deleted. */
export type UploadEnd = "claimed" | "deleted";

export class RevocationRecord extends DurableObject {
  /**
   * Stores the mark.
   * @param until when it expires, and the record is deleted, in milliseconds since 1970.
   * @param isDeleted true when an upload's file is deleted, and a late part must not recreate it.
   */
  async markUntil(until: number, isDeleted = false): Promise<void> {
    await this.ctx.storage.put({ ended: true, removed: isDeleted });
    await this.ctx.storage.setAlarm(until);
  }

  async isMarked(): Promise<boolean> {
    return (await this.ctx.storage.get<boolean>("ended")) ?? false;
  }

  async isDeleted(): Promise<boolean> {
    return (await this.ctx.storage.get<boolean>("removed")) ?? false;
  }

  /**
   * Ends an upload, unless it has ended: of a claim and a deletion at the same time, the first one holds.
   * @param until as for `markUntil`.
   * @returns how it had ended before; null when this call ended it.
   */
  async endUpload(end: UploadEnd, until: number): Promise<UploadEnd | null> {
    if (await this.isMarked()) return (await this.isDeleted()) ? "deleted" : "claimed";
    await this.markUntil(until, end === "deleted");
    return null;
  }

  /**
   * Reserves an upload for a user, whose profile is about to name its file. The same user may do that again, since a form may be sent twice.
   * @param leaseMs for how long others have to wait: a request that was cut off never gives the reservation back.
   * @param expiresAt when the ticket expires, in milliseconds since 1970.
   * @returns false when another user has it, or the upload has ended in another way.
   */
  async reserveUpload(userId: string, leaseMs: number, expiresAt: number, now = Date.now()): Promise<boolean> {
    const claimant = await this.ctx.storage.get<Claimant>("claimant");
    if (claimant?.userId === userId) {
      if (await this.isDeleted()) return false;
    } else if ((await this.isMarked()) || (claimant && claimant.until > now)) return false;
    await this.ctx.storage.put<Claimant>("claimant", { userId, until: now + leaseMs });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(expiresAt);
    return true;
  }

  /** Gives a reservation back. It stays the user's own when a profile of theirs has the file by now. */
  async giveBackUpload(userId: string): Promise<void> {
    const claimant = await this.ctx.storage.get<Claimant>("claimant");
    if (claimant?.userId === userId && !(await this.isMarked())) await this.ctx.storage.delete("claimant");
  }

  /** Notes that the bytes of an upload were checked. @param until when the note is deleted, in milliseconds since 1970. */
  async markChecked(until: number): Promise<void> {
    await this.ctx.storage.put("checked", true);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(until);
  }

  /** What a claim has to know of an upload. */
  async uploadState(): Promise<{ isRevoked: boolean; isChecked: boolean }> {
    const isChecked = (await this.ctx.storage.get<boolean>("checked")) ?? false;
    return { isRevoked: await this.isMarked(), isChecked };
  }

  /**
   * Locks an upload for a request, unless another one has it. Answers what `isMarked` does, too, so that a request asks once.
   * @param leaseMs when the lock lapses unless it is extended: a request that was cut off never unlocks.
   * @param expiresAt when the ticket expires, in milliseconds since 1970.
   * @returns how many bytes were stored when the upload was last locked: an offset read beside this call may be older.
   */
  async lockUpload(
    holder: string,
    leaseMs: number,
    expiresAt: number,
    now = Date.now(),
  ): Promise<"revoked" | "locked" | { offset: number }> {
    if (await this.isMarked()) return "revoked";
    const lock = await this.#lock();
    if (lock.holder !== null && lock.until > now) return "locked";
    await this.ctx.storage.put<UploadLock>("lock", { ...lock, holder, until: now + leaseMs });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(expiresAt);
    return { offset: lock.offset };
  }

  /** Extends a lock, unless another request has it by now. */
  async extendLock(holder: string, leaseMs: number, now = Date.now()): Promise<void> {
    const lock = await this.#lock();
    if (lock.holder === holder) await this.ctx.storage.put<UploadLock>("lock", { ...lock, until: now + leaseMs });
  }

  /**
   * Notes that a part was stored, and extends the lock, or unlocks after the last part of the request.
   * @returns whether the upload was deleted meanwhile, and whether the request still has the lock.
   */
  async notePart(
    holder: string,
    offset: number,
    { isLast, leaseMs }: { isLast: boolean; leaseMs: number },
    now = Date.now(),
  ): Promise<{ isDeleted: boolean; isLocked: boolean }> {
    const [isDeleted, lock] = [await this.isDeleted(), await this.#lock()];
    if (lock.holder !== holder) return { isDeleted, isLocked: false };
    await this.ctx.storage.put<UploadLock>("lock", { holder: isLast ? null : holder, until: now + leaseMs, offset });
    return { isDeleted, isLocked: true };
  }

  /** Unlocks an upload, unless another request has it by now. */
  async unlockUpload(holder: string): Promise<void> {
    const lock = await this.#lock();
    if (lock.holder === holder) await this.ctx.storage.put<UploadLock>("lock", { ...lock, holder: null });
  }

  async #lock(): Promise<UploadLock> {
    return (await this.ctx.storage.get<UploadLock>("lock")) ?? { holder: null, until: 0, offset: 0 };
  }

  /** Notes when a member signed out everywhere. @param until when to forget it. Both in milliseconds since 1970. */
  async noteSignOut(at: number, until: number): Promise<void> {
    await this.ctx.storage.put("signedOutAt", at);
    await this.ctx.storage.setAlarm(until);
  }

  /** When the member last signed out everywhere, in milliseconds since 1970; 0 for never. */
  async signedOutAt(): Promise<number> {
    return (await this.ctx.storage.get<number>("signedOutAt")) ?? 0;
  }

  /** Deletes the record. */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
