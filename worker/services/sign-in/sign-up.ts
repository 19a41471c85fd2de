// Sign-up, in the specification's order: end any session, the file (already uploaded), the account, the session, the profile.
//
// Whatever fails on the way, sending the form again heals it: the account that exists is signed in to, a missing profile
// is made, and the file keeps its ticket until a profile names it.
import type { Models } from "appwrite";
import type { Profile, User } from "../../../app/contract/account";
import { EXISTING_ACCOUNT_WRONG_PASSWORD } from "../../../app/contract/errors";
import { fileKindOf } from "../../../app/contract/files";
import { MESSAGES } from "../../../app/contract/messages";
import type { SignUp } from "../../../app/contract/sign-up";
import { type AppwriteError, isAppwriteError } from "../../appwrite/errors";
import type { ProfileData, ProfileDocument } from "../../appwrite/profiles";
import type { UserSummary } from "../../appwrite/users";
import { type RequestContext, requireMemberBackend } from "../../context";
import { errorEntry } from "../../log";
import { type AccountRecord, toProfile, toUser } from "../account/models";
import { isUnclaimed, isUnclaimedAndUnnamed } from "../account/user-states";
import { revokeEmailTokens } from "../email/email-token";
import { ServiceError } from "../errors";
import {
  type Claim,
  checkClaim,
  claimGoneError,
  claimRejectedError,
  completeClaim,
  discardClaim,
  FILE_FIELDS,
} from "../files/claims";
import type { Ticket } from "../files/tickets";
import { generateId } from "../ids";
import { openProof, type Proof } from "./address-proof";
import { abandonSession, openSession, startSession } from "./sign-in";
import { endCurrentSession } from "./sign-out";

export interface SignUpResult {
  user: User;
  profile: Profile;
  /** False when the account existed and the password was right. */
  isNewUser: boolean;
  /** True when the profile was made by this call, for a new account or for one that had none yet. */
  isNewProfile: boolean;
}

/**
 * Signs a visitor up, or in when the account exists and the password is right.
 * @throws {ServiceError} `validation_failed`, `existing_account_wrong_password`, `rate_limited`, and those of `checkClaim`.
 */
export async function signUp(context: RequestContext, form: SignUp): Promise<SignUpResult> {
  const proof = await requireProof(context, form);
  const [claim, proven] = await Promise.all([
    checkClaim(context, fileKindOf(form.profile.role), form),
    proof && requireProvenUser(context, proof),
    endCurrentSession(context),
  ]);
  if (claim && (claim.isEnded || !claim.ticket.guest)) return joinAgain(context, form, claim);
  if (proven && (await isUnclaimed(context.appwrite.admin, proven))) return joinAsProven(context, form, proven, claim);
  const ticket = claim?.ticket ?? null;
  const account = proven ? null : await createAccount(context, form, ticket?.owner ?? generateId());
  if (account) return joinAsNew(context, form, account, ticket);
  try {
    return await joinAsExisting(context, form, claim);
  } catch (error) {
    if (!isInvalidCredentials(error)) throw error;
    const freed = proven ? null : await createFreed(context, form, ticket);
    if (!freed) throw new ServiceError("existing_account_wrong_password", EXISTING_ACCOUNT_WRONG_PASSWORD);
    return joinAsNew(context, form, freed, ticket);
  }
}

/**
 * The proof of the form's address, where a deployment wants one; null where it takes addresses as they are.
 * @throws {ServiceError} `validation_failed` for a proof that has expired, or is of another address
 */
async function requireProof(context: RequestContext, { emailProof, email }: SignUp): Promise<Proof | null> {
  const { keyring, public: settings } = context.config;
  if (settings.emailVerifiedAtSignUp) return null;
  const proof = await openProof(keyring, emailProof, email);
  if (!proof) throw unverified();
  return proof;
}

/** The user whose code proved the address. One who is gone, or has another address since, proves nothing. */
async function requireProvenUser(context: RequestContext, proof: Proof): Promise<UserSummary> {
  const user = await context.appwrite.admin.users.find(proof.userId);
  if (user?.email.toLowerCase() !== proof.email) throw unverified();
  return user;
}

function unverified(): ServiceError {
  return new ServiceError("validation_failed", MESSAGES.unverified, { fields: { email: MESSAGES.unverified } });
}

/**
 * Makes an account after all, where what stood in its way is no member's: the id, since an earlier try made an account under
 * it and the address was corrected; or a user whom a one-time code made and nobody has become.
 */
async function createFreed(context: RequestContext, form: SignUp, ticket: Ticket | null): Promise<Models.User | null> {
  const { admin } = context.appwrite;
  const user = await admin.users.findByEmail(form.email);
  const isFreed = user !== null && (await isUnclaimedAndUnnamed(admin, user));
  if (isFreed) await admin.users.delete(user.$id);
  return isFreed || ticket ? createAccount(context, form, generateId()) : null;
}

/**
 * The file is somebody's already: the form was sent before and its answer was lost, or a member uploaded it. So the account is
 * there, and only who signs in to it may have the file: no account is made for a form whose file cannot be had.
 */
async function joinAgain(context: RequestContext, form: SignUp, claim: Claim): Promise<SignUpResult> {
  try {
    return await joinAsExisting(context, form, claim);
  } catch (error) {
    throw isInvalidCredentials(error) ? claimRejectedError(claim) : error;
  }
}

/** @returns null when the e-mail address (or the id) is taken. */
async function createAccount(context: RequestContext, form: SignUp, userId: string): Promise<Models.User | null> {
  const { email, password, profile } = form;
  try {
    return await context.appwrite.admin.account.create({ userId, email, password, name: profile.name });
  } catch (error) {
    if (isExistingAccount(error)) return null;
    throw error;
  }
}

/** The specification's point 4: a message that contains "already exists" or "Conflict". */
function isExistingAccount(error: unknown): error is AppwriteError {
  if (isAppwriteError(error, "user_already_exists", "user_email_already_exists")) return true;
  return error instanceof Error && /already exists|Conflict/.test(error.message);
}

/** Whoever says it: the backend, or this Worker of what no account can have. */
function isInvalidCredentials(error: unknown): boolean {
  if (error instanceof ServiceError) return error.type === "user_invalid_credentials";
  return isAppwriteError(error, "user_invalid_credentials");
}

/**
 * The user whom the code made becomes the account. The name first: until the password is set the user
 * is free for his proof, and the form can be sent again, with another password too.
 */
async function joinAsProven(
  context: RequestContext,
  form: SignUp,
  user: UserSummary,
  claim: Claim | null,
): Promise<SignUpResult> {
  const { users } = context.appwrite.admin;
  const { name } = form.profile;
  await users.setName(user.$id, name);
  await users.setPassword(user.$id, form.password);
  await revokeEmailTokens(context, user.$id);
  return joinAsNew(context, form, { ...user, name }, claim?.ticket ?? null);
}

async function joinAsNew(
  context: RequestContext,
  form: SignUp,
  account: AccountRecord,
  ticket: Ticket | null,
): Promise<SignUpResult> {
  const { email, password } = form;
  const session = await context.appwrite.admin.account.createEmailPasswordSession({ email, password });
  return asMemberOf(context, session, account.name, async () => {
    const user = toUser(account);
    const [document, phone] = await Promise.all([
      makeProfile(context, form, user, ticket),
      setAccountPhone(context, account.$id, form.profile.phone),
    ]);
    return { user: { ...user, phone }, profile: toProfile(document), isNewUser: true, isNewProfile: true };
  });
}

async function joinAsExisting(context: RequestContext, form: SignUp, claim: Claim | null): Promise<SignUpResult> {
  const session = await openSession(context, form.email, form.password);
  return asMemberOf(context, session, "", async () => {
    if (claim && !claim.ticket.guest && claim.ticket.owner !== session.userId) throw claimRejectedError(claim);
    const backend = requireMemberBackend(context);
    const [account, found] = await Promise.all([backend.account.get(), backend.profiles.find(session.userId)]);
    const user = toUser(account);
    context.session.rename(user.name);
    if (found) {
      const document = await settleFile(context, found, user.id, claim);
      return { user, profile: toProfile(document), isNewUser: false, isNewProfile: false };
    }
    // An earlier try made the account and came no further: what is left of a sign-up is done now.
    if (claim?.isEnded) throw claimGoneError(claim);
    const [document, phone] = await Promise.all([
      makeProfile(context, form, user, claim?.ticket ?? null),
      user.phone || setAccountPhone(context, user.id, form.profile.phone),
    ]);
    return { user: { ...user, phone }, profile: toProfile(document), isNewUser: false, isNewProfile: true };
  });
}

/** Runs the last steps with the new session; when they fail the browser does not get it, and the form is sent again. */
async function asMemberOf<T>(
  context: RequestContext,
  session: Models.Session,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  startSession(context, session, name);
  try {
    return await run();
  } catch (error) {
    abandonSession(context, session);
    throw error;
  }
}

/** Makes the profile, with the file in it. Name and address are the account's own: they are kept equal. */
async function makeProfile(
  context: RequestContext,
  form: SignUp,
  user: User,
  ticket: Ticket | null,
): Promise<ProfileDocument> {
  const data: ProfileData = { ...form.profile, Email: user.email };
  if (user.name) data.name = user.name;
  if (ticket) {
    await takeOver(context, ticket, user.id);
    data[FILE_FIELDS[ticket.kind]] = ticket.fileId;
  }
  const document = await requireMemberBackend(context).profiles.create(user.id, data);
  if (!ticket) return document;
  // One that was made meanwhile, by the same form sent twice, may hold another file.
  if (document[FILE_FIELDS[ticket.kind]] !== ticket.fileId) {
    return settleFile(context, document, user.id, { ticket, isEnded: false });
  }
  await completeClaim(context, ticket);
  return document;
}

/** The file that came with the form of an existing member: his if his profile has none of its kind, otherwise removed. */
async function settleFile(
  context: RequestContext,
  document: ProfileDocument,
  userId: string,
  claim: Claim | null,
): Promise<ProfileDocument> {
  if (!claim) return document;
  const { ticket, isEnded } = claim;
  const field = FILE_FIELDS[ticket.kind];
  if (document[field] === ticket.fileId) {
    await completeClaim(context, ticket);
    return document;
  }
  const role = typeof document.role === "string" ? document.role : null;
  const fits = role === null || fileKindOf(role) === ticket.kind;
  if (document[field] || !fits) {
    if (!isEnded) context.waitUntil("unclaimed file", () => discardClaim(context, ticket));
    return document;
  }
  if (isEnded) throw claimGoneError(claim);
  await takeOver(context, ticket, userId);
  const updated = await requireMemberBackend(context).profiles.update(document.$id, { [field]: ticket.fileId });
  await completeClaim(context, ticket);
  return updated;
}

async function takeOver(context: RequestContext, ticket: Ticket, userId: string): Promise<void> {
  if (ticket.owner !== userId) await context.appwrite.admin.files.transferOwnership(ticket.fileId, userId);
}

/** Sets the phone on the account beside the profile. A number that another account has never fails a sign-up. */
async function setAccountPhone(context: RequestContext, userId: string, phone: string): Promise<string> {
  try {
    await context.appwrite.admin.users.setPhone(userId, phone);
    return phone;
  } catch (error) {
    const isTaken = isAppwriteError(error, "user_target_already_exists", "user_phone_already_exists");
    if (!isTaken) context.warn({ event: "account phone not set", ...errorEntry(error) });
    return "";
  }
}
