// Marks what was revoked before it expired, and what was used. One object for each; worker/services/revocations.ts hashes its name:
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
//
// KV would not do: its reads can be a minute old, and a session that was signed out must be rejected at once, everywhere.
import { DurableObject } from "cloudflare:workers";
import { type Cutoff, isCutOff, type StartedSession } from "../session/cutoff";

export class RevocationRecord extends DurableObject {
  /** Stores the mark. @param until when it expires, and the record is deleted, in milliseconds since 1970. */
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
