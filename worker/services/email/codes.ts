// One-time codes by e-mail: to sign in, and to prove an e-mail address at sign-up.
//
// Appwrite creates a user when it sends a code to an unknown address. At sign-up that user becomes the account. At sign-in no user may
// be created, and the response must not reveal whether the address has an account.
import type { Models } from "appwrite";
import type { Account, User } from "../../../app/contract/account";
import type { AddressProof, Code, CodeRequest, SentCode } from "../../../app/contract/codes";
import { AppwriteError, isAppwriteError, lacksSecondFactor, mayHaveSucceeded } from "../../appwrite/errors";
import type { UserSummary } from "../../appwrite/users";
import { type RequestContext, requireMemberBackend } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { SESSION_LIFETIME_MS } from "../../session/session";
import { fetchAccount } from "../account/account";
import { isPasswordUnproven, isUnfinishedAndUnnamed } from "../account/user-states";
import { generateId } from "../ids";
import { finishWhenDone, LATE_OUTCOME_MS } from "../retry-in-background";
import { countAsPending, holdSession, refundUnlessPending } from "../second-factor/pending-sign-in";
import { createProof, sealProof } from "../sign-in/address-proof";
import { endAllSessionsWithKey, endOtherSessions, endSessionsBefore } from "../sign-in/end-sessions";
import { forgetDevices } from "../sign-in/known-devices";
import { abandonSession, endOpenedSession, startSession } from "../sign-in/sign-in";
import { endCurrentSession } from "../sign-in/sign-out";
import { invalidTokenError, withEmailToken } from "./check-email-token";
import { openHandle, sealHandle } from "./code-handles";
import { mayMailMailbox, refundMailbox, refundUnsentMail, requireMail } from "./mail-server";

/**
 * Sends a one-time code by e-mail and revokes the previous one. When several were sent a short time ago, none is: the newest of them works,
 * so that a stranger who asks for codes cannot keep the owner out. For sign-in the response does not reveal whether the address has an
 * account, even if sending fails. Two things can still reveal it: how long a failing backend takes, and the words of the phrase while few
 * of the backend's words are known (see phrases.ts).
 * @throws {ServiceError} `network_limited`; `validation_failed` for sign-up when the deployment requires no proof;
 * `mail_unavailable` while Appwrite is known to send no e-mails.
 */
export async function sendCode(context: RequestContext, { email, phrase, purpose }: CodeRequest): Promise<SentCode> {
  if (purpose === "sign-up") requireEmailProofEnabled(context);
  await requireMail(context, "code");
  const address = email.toLowerCase();
  const limit = `${purpose}-code-mail` as const;
  if (!(await mayMailCode(context, limit, address)))
    return { userId: await handleOf(context, address), isMailed: false };
  const send = purpose === "sign-up" ? sendForSignUp : sendForSignIn;
  const sent = await send(context, address, phrase).catch(async (error: unknown) => {
    // At sign-in an error comes from the look-up before the e-mail, or from none being asked for.
    if (purpose === "sign-in") await context.limits.refund(limit, address);
    else await refundUnsentMail(context, error, limit, address);
    throw error;
  });
  // If the register fails, the call fails, since the previous code would stay valid. The e-mail was sent, so the attempt stays counted.
  const [userId, shownPhrase] = await Promise.all([
    sealHandle(context.config.keyring, { userId: sent.userId, email: address }),
    phrase ? context.phrases.phraseToShow(sent.phrase) : undefined,
    addToRegister(context, sent),
  ]);
  return { userId, isMailed: true, ...(shownPhrase && { phrase: shownPhrase }) };
}

/** The limits of e-mails with a code, by what it is for. */
type CodeMailKind = `${CodeRequest["purpose"]}-code-mail`;

/** Counts the request. @returns false when the address has had enough codes. @throws {ServiceError} `network_limited`. */
async function mayMailCode(context: RequestContext, limit: CodeMailKind, address: string): Promise<boolean> {
  try {
    await context.limits.consume(limit, address);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.type === "rate_limited") return false;
    throw error;
  }
}

/** The handle for an address whose code was mailed before. */
async function handleOf(context: RequestContext, email: string): Promise<string> {
  const user = await context.appwrite.admin.users.findByEmail(email);
  const userId = user?.$id ?? (await placeholderUserId(context, email));
  return sealHandle(context.config.keyring, { userId, email });
}

/** Adds the code to the user's register, which revokes the previous one. */
function addToRegister({ emailTokens }: RequestContext, sent: SentToken): Promise<void> {
  return sent.secret ? emailTokens.add("code", sent) : emailTokens.addPlaceholder(sent.userId);
}

/** Appwrite's token. Its `secret` is the code, since the API key requested it; it must not leave this file. "" means nothing was sent. */
type SentToken = Pick<Models.Token, "userId" | "phrase" | "secret" | "$createdAt">;

function noToken(userId: string): SentToken {
  return { userId, phrase: "", secret: "", $createdAt: "" };
}

async function sendForSignIn(context: RequestContext, email: string, phrase: boolean): Promise<SentToken> {
  const { admin } = context.appwrite;
  const user = await admin.users.findByEmail(email);
  const isMember = user !== null && !(await isUnfinishedAndUnnamed(admin, user));
  const userId = user?.$id ?? (await placeholderUserId(context, email));
  try {
    // To the address as the account has it: mail servers may distinguish case, which the lookup ignores.
    if (!(await mayMailMailbox(context, email, isMember ? user : null))) return noToken(userId);
    if (user && isMember) return await createToken(context, userId, user.email, phrase);
    // Equalizes timing: an address with an account also takes two calls.
    if (!user) await admin.users.find(userId);
  } catch (error) {
    // Beside, so that it takes no time of the response.
    if (isMember) context.waitUntil("mailbox refund", () => refundMailbox(context, error, email, user));
    // While the circuit is open, every address fails. An error of one of these calls would reveal which one was made.
    if (!(error instanceof AppwriteError) || error.failure === "down") throw error;
    context.warn({ event: "code not mailed", ...errorEntry(error) });
  }
  return noToken(userId);
}

function sendForSignUp(context: RequestContext, email: string, phrase: boolean): Promise<SentToken> {
  return createToken(context, generateId(), email, phrase);
}

/** Sends the e-mail. @param userId the id of the user that Appwrite creates if the address is unknown. */
async function createToken(
  context: RequestContext,
  userId: string,
  email: string,
  phrase: boolean,
): Promise<SentToken> {
  const { admin } = context.appwrite;
  try {
    const token = await admin.account.createEmailToken({ userId, email, phrase });
    if (!token.secret) context.warn({ event: "code not registered", reason: "the backend did not return it" });
    return token;
  } catch (error) {
    // Only somebody with the password may learn that the account is blocked.
    if (!isAppwriteError(error, "user_blocked")) throw error;
    return noToken((await admin.users.findByEmail(email))?.$id ?? userId);
  }
}

/** A stable fake user id for an address without an account, so that attempts are counted as for an account. */
function placeholderUserId(context: RequestContext, email: string): Promise<string> {
  return context.config.keyring.digest(`user:${email}`);
}

/** The task's name in the log: ending the sessions from before the address was first proven. Somebody else may have opened them. */
const FIRST_PROOF_TASK = "sessions before the first proof";

/**
 * Signs in with a code: ends this browser's session, opens a new one, loads account and profile.
 *
 * A code can be the first proof of an e-mail address. Somebody else may have signed up with the address before, so the first proof ends
 * all other sessions. The password stays: usually the same person chose it and never opened the verification e-mail. The page tells
 * members who did not choose it to set a new one by a recovery link.
 * @throws {ServiceError} `rate_limited`, `network_limited`.
 * @throws {AppwriteError} `user_invalid_token`, also for a user who never signed up; `user_more_factors_required` when a second factor has
 * to follow: the sign-in is pending then.
 */
export async function signInWithCode(context: RequestContext, code: Code): Promise<CodeSignIn> {
  const previousSessionEnd = endCurrentSession(context);
  // Checked before the code, so that the response does not reveal whether the code is correct.
  const isMember = async (user: UserSummary) => !(await isUnfinishedAndUnnamed(context.appwrite.admin, user));
  const opening = redeemCode(context, "sign-in", code, isMember);
  const { userBefore, isFirstProof, session } = await opening.finally(() => previousSessionEnd);
  const started = startSession(context, session, "");
  const backend = requireMemberBackend(context);
  const endOthers = () =>
    endUnprovenSessions(context, userBefore, () =>
      endOtherSessions(context, FIRST_PROOF_TASK, { backend, ...started }),
    );
  return refundUnlessPending(context, userBefore.email, async () => {
    try {
      const account = await fetchAccount(backend, session.userId);
      context.session.rename(account.user.name);
      if (isFirstProof) await endOthers();
      await context.device.remember(account.user, isFirstProof ? Date.now() : undefined);
      return { ...account, isFirstProof };
    } catch (error) {
      if (lacksSecondFactor(error)) {
        // Not after the second factor: the sign-in may never be finished, and the address is proven already.
        if (isFirstProof) await endOthers();
        holdSession(context, { hasPassword: false, isFirstProof, countedFor: userBefore.email });
      } else if (isFirstProof) {
        // The backend now counts the address as verified, so the next code is not a first proof. The sessions must end now.
        context.session.clear();
        await endUnprovenSessions(context, userBefore);
      } else abandonSession(context, session);
      throw error;
    }
  });
}

interface CodeSignIn extends Account {
  user: User;
  /** True when nobody had proven the address before: somebody else may have chosen the password. */
  isFirstProof: boolean;
}

/**
 * Accepts a code as proof of an e-mail address, for sign-up. Ends the session that the code opens. If the address was not proven before,
 * ends all sessions of the account, since somebody else may have signed up with it.
 * @throws {ServiceError} `rate_limited`, `network_limited`; `validation_failed` when the deployment requires no proof.
 * @throws {AppwriteError} `user_invalid_token`.
 */
export async function proveAddress(context: RequestContext, code: Code): Promise<AddressProof> {
  requireEmailProofEnabled(context);
  const { userBefore, isFirstProof, session } = await redeemCode(context, "sign-up", code);
  if (isFirstProof) await endUnprovenSessions(context, userBefore);
  else endOpenedSession(context, session);
  const proof = createProof(userBefore.$id, userBefore.email);
  const sealed = await sealProof(context.config.keyring, proof);
  return { proof: sealed, email: proof.email, expiresAt: new Date(proof.expiresAt).toISOString() };
}

interface RedeemedCode {
  /** The user as it was before: a correct code marks the address as verified. */
  userBefore: UserSummary;
  /** True when nobody had proven the address before, as far as is known: somebody else may have chosen the password. */
  isFirstProof: boolean;
  session: Models.Session;
}

/**
 * Redeems a code for a session, counting the attempt by user id. Codes may be mailed to the address again then: the newest is used up.
 * @param purpose what the code is for.
 * @param isAllowed whether the user may have a session; if not, the code is not consumed.
 * @throws {ServiceError} `rate_limited`, `network_limited`. @throws {AppwriteError} `user_invalid_token`, also for a forged handle.
 */
async function redeemCode(
  context: RequestContext,
  purpose: CodeRequest["purpose"],
  { userId: handle, secret }: Code,
  isAllowed: (user: UserSummary) => Promise<boolean> = async () => true,
): Promise<RedeemedCode> {
  const opened = await openHandle(context.config.keyring, handle);
  if (!opened) throw invalidTokenError();
  const { userId, email } = opened;
  const redeemed = await withEmailToken(context, { kind: "code", userId, secret, limit: "code" }, () =>
    createSessionFromCode(context, { userId, secret }, purpose === "sign-in" ? email || userId : null, isAllowed),
  );
  // This caller's alone. Nobody who cannot read the mails gets here, so it floods no mailbox.
  context.waitUntil("attempt reset", () => context.limits.resetOwn(`${purpose}-code-mail`, redeemed.userBefore.email));
  return redeemed;
}

/**
 * @param countedFor the address for which the session counts as a pending sign-in, known or not: the count must not tell. Null for the code of
 * a sign-up, whose session is ended at once.
 */
async function createSessionFromCode(
  context: RequestContext,
  code: Code,
  countedFor: string | null,
  isAllowed: (user: UserSummary) => Promise<boolean>,
): Promise<RedeemedCode> {
  const { account, users } = context.appwrite.admin;
  // Before the code is consumed, so that an error here does not cost another e-mail.
  const [userBefore, mayBeProven] = await Promise.all([
    users.find(code.userId),
    context.revocations.mayHaveBeenFirstProof(code.userId),
  ]);
  const isFirstProof = userBefore !== null && (isPasswordUnproven(userBefore) || mayBeProven);
  const open = async () => {
    if (userBefore && !(await isAllowed(userBefore))) throw invalidTokenError();
    // Also for an unknown user, so that the response takes as long.
    const session = await account.createSession(code);
    if (!userBefore) throw invalidTokenError();
    return { userBefore, isFirstProof, session };
  };
  try {
    return await (countedFor === null ? open() : countAsPending(context, countedFor, open));
  } catch (error) {
    if (isFirstProof && mayHaveSucceeded(error)) await noteUncertainFirstProof(context, code);
    throw error;
  }
}

/**
 * After a lost response: checks in the background whether the code verified the address, and ends the sessions from before if it did. While that
 * cannot be read either, the next code counts as the first proof. Never throws, so that the original error is reported.
 */
async function noteUncertainFirstProof(context: RequestContext, { userId, secret }: Code): Promise<void> {
  const lostAt = Date.now();
  try {
    // A wrong code proves nothing, whatever Appwrite would have said.
    if (!(await context.emailTokens.isKnown("code", userId, secret))) return;
    await context.revocations.markUncertainFirstProof(userId, Date.now() + SESSION_LIFETIME_MS);
  } catch (error) {
    context.warn({ event: "uncertain first proof not noted", ...errorEntry(error) });
  }
  finishWhenDone(context, FIRST_PROOF_TASK, async () => {
    const user = await context.appwrite.admin.users.find(userId);
    const endBefore = () => endSessionsBefore(context, FIRST_PROOF_TASK, userId, { before: lostAt, except: null });
    if (user?.emailVerification) await endUnprovenSessions(context, user, endBefore);
    // The call did nothing, unless Appwrite is still working on it.
    else await context.revocations.markUncertainFirstProof(userId, Date.now() + LATE_OUTCOME_MS);
    return user?.emailVerification ?? true;
  });
}

/**
 * Ends the sessions from before the first proof of an address. The account does not know their devices any more. Never throws.
 * @param endSessions returns whether this site refuses them; without it all are ended
 */
async function endUnprovenSessions(
  context: RequestContext,
  { $id, email }: UserSummary,
  endSessions = () => endAllSessionsWithKey(context, FIRST_PROOF_TASK, $id),
): Promise<void> {
  const [isRevoked] = await Promise.all([endSessions(), forgetDevices(context, { id: $id, email })]);
  if (isRevoked) context.waitUntil("first proof record", () => context.revocations.forgetUncertainFirstProof($id));
}

/** Codes for sign-up exist only where the deployment requires a proof of the address. */
function requireEmailProofEnabled(context: RequestContext): void {
  if (context.config.public.requiresEmailProof) return;
  const message = "Nobody needs a code to join here";
  throw new ServiceError("validation_failed", message, { fields: { purpose: message } });
}
