// Records which sessions are revoked before they expire, which links and codes were used, and which users are deleted.
import { sessionRejectedError } from "../appwrite/errors";
import type { RevocationRecord } from "../durable-objects/revocation-record";
import { isCutOff, type StartedSession } from "../session/cutoff";
import { SESSION_LIFETIME_MS } from "../session/session";
import { sha256Hex } from "./sha256-hex";

/** Ten years: a password has no end. */
const MAILED_PASSWORD_MS = 10 * 365 * 86_400_000;

/** For how long somebody may send a new password again after its response was lost. */
const UNCERTAIN_PASSWORD_MS = 15 * 60_000;

// Appwrite's database finds a user by an id in any letter case.
const cutoffKey = (userId: string) => `sign-out:${userId.toLowerCase()}`;
const firstProofKey = (userId: string) => `first-proof:${userId.toLowerCase()}`;
const mailedPasswordKey = (userId: string) => `mailed-password:${userId.toLowerCase()}`;
const linkKey = (userId: string, secret: string) => `link:${userId.toLowerCase()}:${secret}`;

export class Revocations {
  readonly #namespace: DurableObjectNamespace<RevocationRecord>;
  readonly #checks = new Map<string, Promise<void>>();

  constructor(namespace: DurableObjectNamespace<RevocationRecord>) {
    this.#namespace = namespace;
  }

  /** Revokes a session, until no session is that old. */
  async revokeSession(sessionId: string): Promise<void> {
    await (await this.#record(`session:${sessionId}`)).markUntil(Date.now() + SESSION_LIFETIME_MS);
  }

  /** The same. @returns whether this is the first call that revokes it. */
  async revokeSessionOnce(sessionId: string): Promise<boolean> {
    return (await this.#record(`session:${sessionId}`)).markOnce(Date.now() + SESSION_LIFETIME_MS);
  }

  /** Revokes all of a member's sessions that began before a time, except one if given. */
  async revokeSessionsBefore(userId: string, before: number, except: StartedSession | null): Promise<void> {
    const kept = except && { sessionId: except.sessionId, startedAt: except.startedAt };
    await (await this.#record(cutoffKey(userId))).addCutoff(before, kept, before + SESSION_LIFETIME_MS);
  }

  /** Whether a member's sessions were ended since a time, in milliseconds since 1970. */
  async hasCutoffSince(userId: string, time: number): Promise<boolean> {
    return (await (await this.#record(cutoffKey(userId))).lastCutoff()).before >= time;
  }

  /** Whether this site has ended a session. Appwrite is not asked. */
  async isSessionRevoked({ sessionId, userId, startedAt }: StartedSession): Promise<boolean> {
    const [isRevoked, cutoff] = await Promise.all([
      this.#record(`session:${sessionId}`).then((record) => record.isMarked()),
      this.#record(cutoffKey(userId)).then((record) => record.lastCutoff()),
    ]);
    return isRevoked || isCutOff(cutoff, { sessionId, startedAt });
  }

  /** Skips the check for a session that this request has just opened. */
  acceptNewSession(sessionId: string): void {
    this.#checks.set(sessionId, Promise.resolve());
  }

  /** Checks a session, once per request. @throws {AppwriteError} when it is revoked. */
  requireSessionNotRevoked(session: StartedSession): Promise<void> {
    const pending = this.#checks.get(session.sessionId);
    if (pending) return pending;
    const check = this.isSessionRevoked(session).then((isRevoked) => {
      if (isRevoked) throw sessionRejectedError();
    });
    this.#checks.set(session.sessionId, check);
    return check;
  }

  /** Checks a session again, for a request that lasts. @throws {AppwriteError} when it is revoked. */
  requireStillNotRevoked(session: StartedSession): Promise<void> {
    this.#checks.delete(session.sessionId);
    return this.requireSessionNotRevoked(session);
  }

  /** Records that a user is deleted, so that a part of an upload that arrives late leaves no file. @param until when to forget it. */
  async markUserDeleted(userId: string, until: number): Promise<void> {
    await (await this.#record(`user:${userId}`)).markUntil(until);
  }

  /** Forgets that a user was to be deleted: the deletion failed. */
  async forgetUserDeletion(userId: string): Promise<void> {
    await (await this.#record(`user:${userId}`)).forget();
  }

  async isUserDeleted(userId: string): Promise<boolean> {
    return (await this.#record(`user:${userId}`)).isMarked();
  }

  /** Records that a mailed link was used. @param until when to forget it, in milliseconds since 1970. */
  async markLinkUsed(userId: string, secret: string, until: number): Promise<void> {
    await (await this.#record(linkKey(userId, secret))).markUntil(until);
  }

  async wasLinkUsed(userId: string, secret: string): Promise<boolean> {
    return (await this.#record(linkKey(userId, secret))).isMarked();
  }

  /**
   * Records that a code of a second factor was accepted, or may have been.
   * @param id of the session that got the factor, or of the challenge. @param until when to forget it, as above.
   */
  async markFactorCode(id: string, code: string, until: number): Promise<void> {
    await (await this.#record(`factor:${id}:${code}`)).markUntil(until);
  }

  async wasFactorCodeRecorded(id: string, code: string): Promise<boolean> {
    return (await this.#record(`factor:${id}:${code}`)).isMarked();
  }

  /** Records that a session may have changed the password, so that the same change can be sent again: its response may be lost. */
  async markPasswordChange(sessionId: string): Promise<void> {
    await (await this.#record(`password-change:${sessionId}`)).markUntil(Date.now() + UNCERTAIN_PASSWORD_MS);
  }

  /** Whether a session's change of the password may have succeeded a short while ago. */
  async mayHaveChangedPassword(sessionId: string): Promise<boolean> {
    return (await this.#record(`password-change:${sessionId}`)).isMarked();
  }

  /**
   * Records that a code may have been the first proof of a user's address: the response was lost. Until this is forgotten, the next code counts
   * as the first proof.
   * @param until when to forget it, in milliseconds since 1970.
   */
  async markUncertainFirstProof(userId: string, until: number): Promise<void> {
    await (await this.#record(firstProofKey(userId))).markUntil(until);
  }

  async mayHaveBeenFirstProof(userId: string): Promise<boolean> {
    return (await this.#record(firstProofKey(userId))).isMarked();
  }

  /** Forgets it, since the sessions from before the proof have ended. */
  async forgetUncertainFirstProof(userId: string): Promise<void> {
    await (await this.#record(firstProofKey(userId))).forget();
  }

  /**
   * Records that a user's password was set by a mailed link: it proves no more than that somebody reads the mails.
   * @param at until when it may have been set, in milliseconds since 1970
   * @returns an id with which `takeMailedPasswordBack` can undo this mark; null when the password was marked already
   */
  async markMailedPassword(userId: string, at: number): Promise<string | null> {
    return (await this.#record(mailedPasswordKey(userId))).markAt(at, at + MAILED_PASSWORD_MS);
  }

  /** Takes a mark back, unless it was made again since: that one may belong to a password that was set. @param markId from `markMailedPassword`. */
  async takeMailedPasswordBack(userId: string, markId: string): Promise<void> {
    await (await this.#record(mailedPasswordKey(userId))).takeMarkBack(markId);
  }

  async hasMailedPassword(userId: string): Promise<boolean> {
    return (await this.#record(mailedPasswordKey(userId))).isMarked();
  }

  /**
   * Forgets that the password was set by a mailed link: the member proved it in another way, or chose a new one.
   * @param before when the request arrived that shows it, in milliseconds since 1970. A password that a link has set since stays marked.
   */
  async forgetMailedPassword(userId: string, before: number): Promise<void> {
    await (await this.#record(mailedPasswordKey(userId))).forgetMarkUpTo(before);
  }

  async #record(name: string) {
    return this.#namespace.get(this.#namespace.idFromName(await sha256Hex(name)));
  }
}
