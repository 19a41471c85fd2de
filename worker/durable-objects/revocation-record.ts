// Marks what was revoked before it expired, and what was used. There is one object for each session, link and so on. An upload's record also says
// which requests are busy with it. worker/services/revocations.ts and worker/services/files/upload-records.ts compute the names:
//
// name                       what it records              methods
// session:{id}               that it has ended            markUntil, markOnce, isMarked
// sign-out:{user id}         when all sessions ended      addCutoff, lastCutoff
// user:{user id}             that the user is deleted     markUntil, isMarked, forget
// mailed-password:{user id}  that a link set it           markAt, isMarked, forgetMarkUpTo, takeMarkBack
// password-change:{session}  that it may have succeeded   markUntil, isMarked
// first-proof:{user id}      that a code may have been it markUntil, isMarked, forget
// link:{user id}:{secret}    that it was used             markUntil, isMarked
// factor:{id}:{code}         that the code was accepted   markUntil, isMarked
// upload:{file id}           how it ended                 endUpload, setUploadOutcome, isMarked, isDeleted
//                            that its bytes were checked  markChecked, uploadState
//                            who is sending to it         lockUpload, extendLock, notePart, unlockUpload
//                            which user has reserved it   reserveUpload, releaseReservation, lastReservedBy
//
// KV would not do: its reads can be a minute old, and a session that was signed out must be rejected at once, everywhere.
import { DurableObject } from "cloudflare:workers";
import { type Cutoff, isCutOff, type StartedSession } from "../session/cutoff";

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
export type UploadOutcome = "claimed" | "deleted";

export class RevocationRecord extends DurableObject {
  /** Marks as ended, used or deleted what this record is about. @param until when the record is deleted, in milliseconds since 1970. */
  async markUntil(until: number): Promise<void> {
    await this.ctx.storage.put("ended", true);
    await this.ctx.storage.setAlarm(until);
  }

  /** Stores the mark unless there is one. @param until when it expires, in milliseconds since 1970. @returns false when there was one. */
  async markOnce(until: number): Promise<boolean> {
    if (await this.isMarked()) return false;
    await this.markUntil(until);
    return true;
  }

  /**
   * Stores the mark and its time, unless a later one is stored. Times are in milliseconds since 1970.
   * @returns an id with which `takeMarkBack` can undo this mark; null when there was a mark already.
   */
  async markAt(at: number, until: number): Promise<string | null> {
    const isNew = !(await this.isMarked());
    const markId = crypto.randomUUID();
    const markedAt = Math.max(at, (await this.ctx.storage.get<number>("markedAt")) ?? 0);
    await this.ctx.storage.put({ markedAt, markId });
    await this.markUntil(until);
    return isNew ? markId : null;
  }

  /** Deletes the record, unless it has been marked again since. @param markId from `markAt`. */
  async takeMarkBack(markId: string): Promise<void> {
    if ((await this.ctx.storage.get<string>("markId")) === markId) await this.forget();
  }

  /** Deletes the record, unless the mark is from after a time. */
  async forgetMarkUpTo(time: number): Promise<void> {
    const markedAt = (await this.ctx.storage.get<number>("markedAt")) ?? 0;
    if (markedAt <= time) await this.forget();
  }

  async isMarked(): Promise<boolean> {
    return (await this.ctx.storage.get<boolean>("ended")) ?? false;
  }

  /** Marks an upload as ended, whatever was recorded before. @param until as for `markUntil`. */
  async setUploadOutcome(outcome: UploadOutcome, until: number): Promise<void> {
    await this.ctx.storage.put("removed", outcome === "deleted");
    await this.markUntil(until);
  }

  /** True when an upload's file is deleted, and a late part must not recreate it. */
  async isDeleted(): Promise<boolean> {
    return (await this.ctx.storage.get<boolean>("removed")) ?? false;
  }

  /**
   * Ends an upload, unless it has ended: of a claim and a deletion at the same time, the first one holds. While a request has it reserved, it
   * is not deleted.
   * @param until as for `markUntil`.
   * @returns how it had ended before, or "reserved"; null when this call ended it.
   */
  async endUpload(outcome: UploadOutcome, until: number, now = Date.now()): Promise<UploadOutcome | "reserved" | null> {
    if (await this.isMarked()) return (await this.isDeleted()) ? "deleted" : "claimed";
    if (outcome === "deleted" && isHeld(await this.#reservation(), now)) return "reserved";
    await this.setUploadOutcome(outcome, until);
    return null;
  }

  /**
   * Reserves an upload for a request of a user, whose profile is about to name its file. The same user may have several requests, since a
   * form may be sent twice.
   * @param holder the id of the request. @param leaseMs for how long other users have to wait: a request that was cut off never gives the
   * reservation back. @param expiresAt when the ticket expires, in milliseconds since 1970.
   * @returns false when another user has it, or the upload has ended in another way.
   */
  async reserveUpload(
    { userId, holder, leaseMs, expiresAt }: { userId: string; holder: string; leaseMs: number; expiresAt: number },
    now = Date.now(),
  ): Promise<boolean> {
    const reservation = await this.#reservation();
    const isOwn = reservation?.userId === userId;
    if (isOwn) {
      if (await this.isDeleted()) return false;
    } else if (isHeld(reservation, now) || (await this.isMarked())) return false;
    const holders = { ...(isOwn ? reservation.holders : {}), [holder]: now + leaseMs };
    await this.ctx.storage.put<Reservation>("reservation", { userId, holders });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(expiresAt);
    return true;
  }

  /** Gives a request's reservation back. It stays the user's own when a profile of theirs has the file by now. */
  async releaseReservation(holder: string): Promise<void> {
    const reservation = await this.#reservation();
    if (!reservation || (await this.isMarked())) return;
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

  /**
   * Ends a member's sessions from before a time. A session that an earlier cutoff has ended does not come back as the exception of a later one.
   * Times are in milliseconds since 1970.
   * @param except the session that stays valid; null for none.
   * @param until when the cutoff is forgotten.
   */
  async addCutoff(before: number, except: Omit<StartedSession, "userId"> | null, until: number): Promise<void> {
    const last = await this.lastCutoff();
    // Of two at once, the one with the later time may be written first.
    if (before <= last.before) return;
    const exceptSessionId = except && !isCutOff(last, except) ? except.sessionId : null;
    await this.ctx.storage.put({ signedOutAt: before, exceptSessionId });
    await this.ctx.storage.setAlarm(until);
  }

  async lastCutoff(): Promise<Cutoff> {
    // The stored keys have older names, so that existing records stay readable.
    const stored = await this.ctx.storage.get(["signedOutAt", "exceptSessionId"]);
    return {
      before: (stored.get("signedOutAt") as number | undefined) ?? 0,
      exceptSessionId: (stored.get("exceptSessionId") as string | null | undefined) ?? null,
    };
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
