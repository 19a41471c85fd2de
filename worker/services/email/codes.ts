// One-time codes by mail: signing in with one, and proving an address at sign-up.
//
// Appwrite makes a user for an address that it does not know. For sign-in that must not happen, and who asks must not learn
// it; at sign-up it is what is wanted: that user becomes the account.
import type { Models } from "appwrite";
import type { Account, User } from "../../../app/contract/account";
import type { AddressProof, Code, CodeRequest, SentCode } from "../../../app/contract/codes";
import { AppwriteError, isAppwriteError } from "../../appwrite/errors";
import type { UserSummary } from "../../appwrite/users";
import { type RequestContext, requireMemberBackend } from "../../context";
import { errorEntry } from "../../log";
import { loadAccount } from "../account/account";
import { toProfile, toUser } from "../account/models";
import { isUnclaimedAndUnnamed, isUnverified } from "../account/user-states";
import { ServiceError } from "../errors";
import { generateId } from "../ids";
import { retryInBackground, tryThenRetryInBackground } from "../retry-in-background";
import { createProof, sealProof } from "../sign-in/address-proof";
import { abandonSession, endOpenedSession, startSession } from "../sign-in/sign-in";
import { endCurrentSession, endOtherSessions } from "../sign-in/sign-out";
import { openHandle, sealHandle } from "./code-handles";
import { invalidTokenError, withEmailToken } from "./email-token";

/**
 * Mails a one-time code; the one before it is refused from then on. What is answered for sign-in does not tell whether an
 * account has the address, not even by a mailing that failed: only how long a backend in trouble takes can, and the words of
 * the phrase while few of the backend's are known (see phrases.ts).
 * @throws {ServiceError} `rate_limited`, `network_limited`; `validation_failed` for sign-up where addresses need no proof.
 */
export async function sendCode(context: RequestContext, { email, phrase, purpose }: CodeRequest): Promise<SentCode> {
  if (purpose === "sign-up") requireProofWanted(context);
  const address = email.toLowerCase();
  await countMail(context, address);
  const send = purpose === "sign-up" ? sendToAnybody : sendToMember;
  const sent = await send(context, address, phrase).catch(async (error: unknown) => {
    await Promise.all([context.limits.refund("code-mail", address), context.limits.refundNetwork("code-mail-network")]);
    throw error;
  });
  // A register that fails fails the call: the code before this one would go on working beside it. The mail is out by then, so it
  // stays counted, and who asks again gets another.
  const [userId, shown] = await Promise.all([
    sealHandle(context.config.keyring, sent.userId),
    phrase ? context.phrases.shown(sent.phrase) : undefined,
    noteCode(context, sent),
  ]);
  return shown ? { userId, phrase: shown } : { userId };
}

/** Addresses cost nothing to make up: how many of them are asked about from one network is counted, too. */
async function countMail(context: RequestContext, address: string): Promise<void> {
  await context.limits.consume("code-mail", address);
  try {
    await context.limits.consumeNetwork("code-mail-network");
  } catch (error) {
    await context.limits.refund("code-mail", address);
    throw error;
  }
}

/** From here on a code before this one is refused. */
function noteCode({ emailTokens: mailedSecrets }: RequestContext, sent: Sent): Promise<void> {
  return sent.secret ? mailedSecrets.register("code", sent) : mailedSecrets.registerPlaceholder(sent.userId);
}

/** Appwrite's token holds the code itself, since a key asked: it goes no further than here. Without one nothing was mailed. */
type Sent = Pick<Models.Token, "userId" | "phrase" | "secret" | "$createdAt">;

function unsent(userId: string): Sent {
  return { userId, phrase: "", secret: "", $createdAt: "" };
}

async function sendToMember(context: RequestContext, email: string, phrase: boolean): Promise<Sent> {
  const { admin } = context.appwrite;
  const user = await admin.users.findByEmail(email);
  const isMember = user !== null && !(await isUnclaimedAndUnnamed(admin, user));
  const userId = user?.$id ?? (await idFor(context, email));
  try {
    // To the account's own spelling: a backend may hold addresses for one that mail servers tell apart.
    if (user && isMember) return await sendTo(context, userId, user.email, phrase);
    // Asked for nothing but its time: an address that has an account takes two calls as well.
    if (!user) await admin.users.find(userId);
  } catch (error) {
    // Known to be down it is for every address; a failure of one of these two calls alone would tell which was made.
    if (!(error instanceof AppwriteError) || error.failure === "down") throw error;
    context.warn({ event: "code not mailed", ...errorEntry(error) });
  }
  return unsent(userId);
}

function sendToAnybody(context: RequestContext, email: string, phrase: boolean): Promise<Sent> {
  return sendTo(context, generateId(), email, phrase);
}

/** @param userId whose address it is, or who is made if it is nobody's. */
async function sendTo(context: RequestContext, userId: string, email: string, phrase: boolean): Promise<Sent> {
  const { admin } = context.appwrite;
  try {
    const token = await admin.account.createEmailToken({ userId, email, phrase });
    if (!token.secret)
      context.warn({ event: "a code is not known to the register", reason: "the backend did not tell it" });
    return token;
  } catch (error) {
    // Whoever holds the password learns that the account is blocked; somebody who knows an address does not.
    if (!isAppwriteError(error, "user_blocked")) throw error;
    return unsent((await admin.users.findByEmail(email))?.$id ?? userId);
  }
}

/** What the codes for an address without an account are counted by: the same for every handle, as an account's id is. */
function idFor(context: RequestContext, email: string): Promise<string> {
  return context.config.keyring.digest(`user:${email}`);
}

/** Names, in the log, the end of the sessions that somebody else may have opened before the address was proven. */
const FIRST_PROOF = "sessions before the first proof";

/**
 * Signs in with a code: ends this browser's session, opens one, loads account and profile.
 *
 * A code may be the first proof of an address, with which somebody else may have joined before: his sessions end then, as all
 * others do. The password stays, since it is much more often that of the same person, who never opened the mail with the link
 * and would lose it; whoever did not choose it is told to set a new one, by a link to this address.
 * @throws {ServiceError} `rate_limited`, `network_limited`. @throws {AppwriteError} `user_invalid_token`, also for a user whom nobody has become.
 */
export async function signInWithCode(context: RequestContext, code: Code): Promise<CodeSignIn> {
  const ending = endCurrentSession(context);
  // Refused before the code is tried: a right one must not be told from a wrong one.
  const isSomebody = async (user: UserSummary) => !(await isUnclaimedAndUnnamed(context.appwrite.admin, user));
  const opening = withCode(context, code, (secret) => openWithCode(context, secret, isSomebody));
  const { before, session } = await opening.finally(() => ending);
  startSession(context, session, "");
  const backend = requireMemberBackend(context);
  const isFirstProof = isUnverified(before);
  try {
    const { account, document } = await loadAccount(backend, session.userId);
    context.session.rename(account.name);
    if (isFirstProof) {
      const sessionId = session.$id;
      await tryThenRetryInBackground(context, FIRST_PROOF, () => endOtherSessions({ backend, sessionId }));
    }
    return { user: toUser(account), profile: document && toProfile(document), isFirstProof };
  } catch (error) {
    if (isFirstProof) {
      // The address counts as proven from now on, and the next code is not the first: all sessions end now or never.
      context.session.clear();
      retryInBackground(context, FIRST_PROOF, () => context.appwrite.admin.users.endSessions(before.$id));
    } else abandonSession(context, session);
    throw error;
  }
}

/** Who signed in. */
interface CodeSignIn extends Account {
  user: User;
  /** True when nobody had proven the address before: somebody else may have chosen the password. */
  isFirstProof: boolean;
}

/**
 * Takes a code as the proof of an address, for sign-up: the session that it opens is ended at once. So is every other one of an
 * account whose address nobody had proven: somebody else may have joined with it.
 * @throws {ServiceError} `rate_limited`, `network_limited`; `validation_failed` where addresses need no proof.
 * @throws {AppwriteError} `user_invalid_token`.
 */
export async function proveAddress(context: RequestContext, code: Code): Promise<AddressProof> {
  requireProofWanted(context);
  const { before, session } = await withCode(context, code, (secret) => openWithCode(context, secret));
  if (isUnverified(before)) {
    const { users } = context.appwrite.admin;
    await tryThenRetryInBackground(context, FIRST_PROOF, () => users.endSessions(before.$id));
  } else endOpenedSession(context, session);
  const proof = createProof(before.$id, before.email);
  const sealed = await sealProof(context.config.keyring, proof);
  return { proof: sealed, email: proof.email, expiresAt: new Date(proof.expiresAt).toISOString() };
}

/**
 * Uses a code up.
 * @param isWelcome whether the user may have a session; where not, the code is not tried.
 * @returns the session that it opens, and whose it is, as he was before: the code proves the address.
 */
async function openWithCode(
  context: RequestContext,
  secret: Code,
  isWelcome: (user: UserSummary) => Promise<boolean> = async () => true,
): Promise<{ before: UserSummary; session: Models.Session }> {
  const { account, users } = context.appwrite.admin;
  // Before the code is used up: what fails after that would cost another mail.
  const before = await users.find(secret.userId);
  if (before && !(await isWelcome(before))) throw invalidTokenError();
  // For nobody's code as well: the answer must not come sooner.
  const session = await account.createSession(secret).catch((error: unknown) => {
    if (before && isUnverified(before) && isLost(error)) endAfterLostProof(context, before.$id);
    throw error;
  });
  if (!before) throw invalidTokenError();
  return { before, session };
}

/** True when the backend may have done what it was asked for, and only its answer is missing. */
function isLost(error: unknown): boolean {
  return !(error instanceof AppwriteError) || (error.failure !== "rejected" && error.failure !== "down");
}

/** Looks later whether the address was proven all the same: the next code is not the first, so all sessions end now or never. */
function endAfterLostProof(context: RequestContext, userId: string): void {
  const { users } = context.appwrite.admin;
  retryInBackground(context, FIRST_PROOF, async () => {
    const user = await users.find(userId);
    if (user?.emailVerification) await users.endSessions(userId);
  });
}

/** Runs a call that tests a code, counting the tries by the user whose code it is to be. */
async function withCode<T>(context: RequestContext, code: Code, run: (secret: Code) => Promise<T>): Promise<T> {
  const userId = await openHandle(context.config.keyring, code.userId);
  if (!userId) throw invalidTokenError();
  const opened = { userId, secret: code.secret };
  return withEmailToken(context, { kind: "code", ...opened }, () => run(opened));
}

function requireProofWanted(context: RequestContext): void {
  if (!context.config.public.emailVerifiedAtSignUp) return;
  const message = "Nobody needs a code to join here";
  throw new ServiceError("validation_failed", message, { fields: { purpose: message } });
}
