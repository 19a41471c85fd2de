// Records which changes of one part of an account are under way, and which may still be carried out since their answers were lost.
// There is one object for each part and account. worker/services/account/account-change-records.ts computes its name.
import { DurableObject } from "cloudflare:workers";

/**
 * What is changed by one request at a time. `profile` is all of it but name and phone number; `enrolment` is a step of switching the second factor on.
 */
export type AccountPart = "name" | "phone" | "password" | "second-factor" | "recovery-codes" | "enrolment" | "profile";

/** A request that changes one part of an account. */
export interface AccountChange {
  /** Hashes of the new values, by field. */
  hashes: Record<string, string>;
  /** The id of the request. */
  holder: string;
  /** Other changes of the part are refused until then, in milliseconds since 1970. */
  until: number;
}

/** A change which is under way, or whose answer was lost. */
export interface PendingChange extends Omit<AccountChange, "holder"> {
  /**
   * The id of the request, when its answer was lost and the profile can show whether Appwrite has carried it out. Null in two cases: its answer may
   * still come, or several requests asked for the same change, and the profile cannot show which of them was carried out.
   */
  verifiableHolder: string | null;
}

export interface BeginOptions {
  /** Begins also while the same change is pending, or one with some of its fields. */
  mayJoin: boolean;
  /**
   * The request (`verifiableHolder`) whose values the profile was seen to have. Its change is done, so it does not block others, unless the same
   * change was sent a second time.
   */
  doneHolder?: string | null;
}

/** The pending changes as they are stored. When there are several, each includes the ones before it. */
interface StoredChanges {
  /** By the ids of their requests. */
  requests: Record<string, { hashes: Record<string, string>; until: number; isVerifiable: boolean }>;
  /** True when one was sent while another one was pending. */
  isRepeated: boolean;
}

/** True when a change gives all fields of another one the same values, so that neither can undo the other. */
function includesChange({ hashes }: Pick<AccountChange, "hashes">, other: Pick<AccountChange, "hashes">): boolean {
  return Object.entries(other.hashes).every(([field, hash]) => hashes[field] === hash);
}

export class AccountChangeRecord extends DurableObject {
  /**
   * Begins to change one part of an account, unless a change of it is pending.
   * @returns null when it has begun; otherwise the pending one.
   */
  async begin(
    { hashes, holder, until }: AccountChange,
    { mayJoin, doneHolder }: BeginOptions,
    now = Date.now(),
  ): Promise<PendingChange | null> {
    const { requests = {}, isRepeated = false } = (await this.#changes()) ?? {};
    const pending = Object.entries(requests).filter(
      ([id, request]) => request.until > now && (id !== doneHolder || isRepeated),
    );
    const [first] = pending;
    if (first && !(mayJoin && pending.every(([, request]) => includesChange({ hashes }, request)))) {
      const [id, request] = first;
      const lastEnd = Math.max(...pending.map(([, one]) => one.until));
      return {
        hashes: request.hashes,
        until: lastEnd,
        verifiableHolder: request.isVerifiable && !isRepeated ? id : null,
      };
    }
    const all = { ...Object.fromEntries(pending), [holder]: { hashes, until, isVerifiable: false } };
    await this.ctx.storage.put<StoredChanges>("changes", { requests: all, isRepeated: first !== undefined });
    await this.ctx.storage.setAlarm(until);
    return null;
  }

  /**
   * Notes that the answer to a request's change was lost: it may be carried out late. Does nothing when the request had begun so long ago that it
   * is forgotten.
   * @param until other changes are refused until then, in milliseconds since 1970.
   * @param isVerifiable true when the profile can show whether it was carried out.
   */
  async markAnswerLost(
    holder: string,
    { until, isVerifiable }: { until: number; isVerifiable: boolean },
  ): Promise<void> {
    const stored = await this.#changes();
    const request = stored?.requests[holder];
    if (!request) return;
    const requests = { ...stored.requests, [holder]: { ...request, until, isVerifiable } };
    await this.ctx.storage.put<StoredChanges>("changes", { ...stored, requests });
    await this.ctx.storage.setAlarm(until);
  }

  /** Ends a request's change: it is carried out, or never will be. */
  async end(holder: string): Promise<void> {
    const stored = await this.#changes();
    const { [holder]: _, ...requests } = stored?.requests ?? {};
    if (!stored || Object.keys(requests).length === 0) {
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
      return;
    }
    await this.ctx.storage.put<StoredChanges>("changes", { ...stored, requests });
  }

  async #changes(): Promise<StoredChanges | undefined> {
    return this.ctx.storage.get<StoredChanges>("changes");
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
