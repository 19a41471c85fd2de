// One object for each upload; worker/services/files/upload-records.ts hashes its name. It records how the upload ended, whether its bytes were checked, who
// is sending to it, and which user has reserved it.
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
interface Reservation {
  userId: string;
  /** Their requests that may still do that, by id: until when other users wait for each, in milliseconds since 1970. */
  holders: Record<string, number>;
}

/** True while a request has the upload reserved. */
function isHeld(reservation: Reservation | undefined, now: number): boolean {
  return Object.values(reservation?.holders ?? {}).some((until) => until > now);
}

/** How an upload ended: a profile has its file, or the file is deleted. */
export type UploadEnd = "claimed" | "deleted";

export class UploadRecord extends DurableObject {
  /** Revokes the upload's ticket, whatever was recorded before. @param until when the record is deleted, in milliseconds since 1970. */
  async setEnd(end: UploadEnd, until: number): Promise<void> {
    await this.ctx.storage.put("end", end);
    await this.ctx.storage.setAlarm(until);
  }

  /** True when the ticket is revoked. */
  async isRevoked(): Promise<boolean> {
    return (await this.#end()) !== null;
  }

  /** True when the file is deleted, and a late part must not recreate it. */
  async isDeleted(): Promise<boolean> {
    return (await this.#end()) === "deleted";
  }

  async #end(): Promise<UploadEnd | null> {
    return (await this.ctx.storage.get<UploadEnd>("end")) ?? null;
  }

  /**
   * Ends an upload, unless it has ended: of a claim and a deletion at the same time, the first one holds. While a request has it reserved, it
   * is not deleted.
   * @param until as for `setEnd`.
   * @returns how it had ended before, or "reserved"; null when this call ended it.
   */
  async end(end: UploadEnd, until: number, now = Date.now()): Promise<UploadEnd | "reserved" | null> {
    const earlier = await this.#end();
    if (earlier !== null) return earlier;
    if (end === "deleted" && isHeld(await this.#reservation(), now)) return "reserved";
    await this.setEnd(end, until);
    return null;
  }

  /**
   * Reserves an upload for a request of a user, whose profile is about to name its file. The same user may have several requests, since a
   * form may be sent twice.
   * @param holder the id of the request. @param leaseMs for how long other users have to wait: a request that was cut off never gives the
   * reservation back. @param expiresAt when the ticket expires, in milliseconds since 1970.
   * @returns false when another user has it, or the upload has ended in another way.
   */
  async reserve(
    { userId, holder, leaseMs, expiresAt }: { userId: string; holder: string; leaseMs: number; expiresAt: number },
    now = Date.now(),
  ): Promise<boolean> {
    const reservation = await this.#reservation();
    const isOwn = reservation?.userId === userId;
    if (isOwn) {
      if (await this.isDeleted()) return false;
    } else if (isHeld(reservation, now) || (await this.isRevoked())) return false;
    const holders = { ...(isOwn ? reservation.holders : {}), [holder]: now + leaseMs };
    await this.ctx.storage.put<Reservation>("reservation", { userId, holders });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(expiresAt);
    return true;
  }

  /** Gives a request's reservation back. It stays the user's own when a profile of theirs has the file by now. */
  async giveBack(holder: string): Promise<void> {
    const reservation = await this.#reservation();
    if (!reservation || (await this.isRevoked())) return;
    const { [holder]: _, ...holders } = reservation.holders;
    await this.ctx.storage.put<Reservation>("reservation", { ...reservation, holders });
  }

  /** The user who last reserved an upload, also after the reservation was given back or has lapsed; null when nobody has. */
  async lastReservedBy(): Promise<string | null> {
    return (await this.#reservation())?.userId ?? null;
  }

  async #reservation(): Promise<Reservation | undefined> {
    return this.ctx.storage.get<Reservation>("reservation");
  }

  /** Notes that the bytes of an upload were checked. @param until when the note is deleted, in milliseconds since 1970. */
  async markChecked(until: number): Promise<void> {
    await this.ctx.storage.put("checked", true);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(until);
  }

  /** What a claim has to know of an upload. */
  async state(): Promise<{ isRevoked: boolean; isChecked: boolean }> {
    const isChecked = (await this.ctx.storage.get<boolean>("checked")) ?? false;
    return { isRevoked: await this.isRevoked(), isChecked };
  }

  /**
   * Locks an upload for a request, unless another one has it. Answers what `isRevoked` does, too, so that a request asks once.
   * @param leaseMs when the lock lapses unless it is extended: a request that was cut off never unlocks.
   * @param expiresAt when the ticket expires, in milliseconds since 1970.
   * @returns how many bytes were stored when the upload was last locked: an offset read beside this call may be older.
   */
  async lock(
    holder: string,
    leaseMs: number,
    expiresAt: number,
    now = Date.now(),
  ): Promise<"revoked" | "locked" | { offset: number }> {
    if (await this.isRevoked()) return "revoked";
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
  async unlock(holder: string): Promise<void> {
    const lock = await this.#lock();
    if (lock.holder === holder) await this.ctx.storage.put<UploadLock>("lock", { ...lock, holder: null });
  }

  async #lock(): Promise<UploadLock> {
    return (await this.ctx.storage.get<UploadLock>("lock")) ?? { holder: null, until: 0, offset: 0 };
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
