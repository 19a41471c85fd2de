// Sign-up, in the specification's order: end any session, check the uploaded file, create the account, the session and the profile.
//
// After an error the visitor can send the form again: it signs in to the existing account and creates a missing profile, and the file's
// ticket stays valid until a profile has the file.
import type { Models } from "appwrite";
import type { Profile, User } from "../../../app/contract/account";
import { EXISTING_ACCOUNT_WRONG_PASSWORD } from "../../../app/contract/errors";
import { FILE_ID_FIELDS, fileKindOf } from "../../../app/contract/files";
import { MESSAGES } from "../../../app/contract/messages";
import { PROFILE_TEXT_FIELDS } from "../../../app/contract/profile-fields";
import type { SignUp } from "../../../app/contract/sign-up";
import {
  type AppwriteError,
  isAppwriteError,
  isPhoneConflict,
  lacksSecondFactor,
  mayHaveSucceeded,
} from "../../appwrite/errors";
import { ownerOf } from "../../appwrite/permissions";
import type { ProfileData } from "../../appwrite/profiles";
import type { UserSummary } from "../../appwrite/users";
import { type RequestContext, requireMemberBackend } from "../../context";
import { ServiceError } from "../../errors";
import { type Write, withAccountChange } from "../account/account-change";
import { insertProfile } from "../account/insert-profile";
import { type AccountRecord, toProfile, toUser } from "../account/models";
import { newPasswordError } from "../account/new-password";
import { isUnfinished, isUnfinishedAndUnnamed } from "../account/user-states";
import { revokeEmailTokens } from "../email/check-email-token";
import { type Claim, checkClaim, claimGoneError, claimRejectedError, completeClaim } from "../files/claims";
import type { Ticket } from "../files/tickets";
import { generateId } from "../ids";
import { tryThenRetryInBackground } from "../retry-in-background";
import { holdSession, refundUnlessPending } from "../second-factor/pending-sign-in";
import { openProof, type Proof } from "./address-proof";
import { type AttemptSubject, isWrongPassword } from "./password-attempts";
import { abandonSession, openSession, startSession } from "./sign-in";
import { endCurrentSession } from "./sign-out";
import { attachFile, type ProfileWithFile, withNewFile } from "./sign-up-file";

export interface SignUpResult {
  user: User;
  profile: Profile;
  /** False when the account existed and the password was right. */
  isNewUser: boolean;
  /** True when this call created the profile, for a new account or for one without a profile. */
  isNewProfile: boolean;
  /** True when the profile has all values of the form, and its file or one with the same name and content: also when an earlier call with the same form saved them. */
  isProfileAsSent: boolean;
}

/**
 * Signs a visitor up, or signs them in when the account exists and the password is correct.
 * @throws {ServiceError} `validation_failed`, `password_too_common`, `password_personal_data`, `password_leaked`, `existing_account_wrong_password`, `rate_limited`, `network_limited`, `change_pending`, and those of `checkClaim`.
 * @throws {AppwriteError} `user_more_factors_required` when the account exists and has a second factor: the sign-in is pending then, and
 * neither profile nor file has changed.
 */
export async function signUp(context: RequestContext, form: SignUp): Promise<SignUpResult> {
  const proof = await requireProof(context, form);
  const [weakness, claim, proven] = await Promise.all([
    newPasswordError(context, form.password, { ...form.profile, email: form.email }),
    checkClaim(context, fileKindOf(form.profile.role), form),
    proof && requireProvenUser(context, proof),
    endCurrentSession(context),
  ]);
  if (weakness) return signInWithWeakPassword(context, form, claim, weakness);
  if (claim && (claim.isRevoked || !claim.ticket.guest)) return signInForOwnedFile(context, form, claim);
  if (proven && (await isUnfinished(context.appwrite.admin, proven)))
    return completeProvenUser(context, form, proven, claim);
  const ticket = claim?.ticket ?? null;
  const account = proven ? null : await createAccount(context, form, ticket?.owner ?? generateId());
  if (account) return completeNewUser(context, form, account, claim);
  const refund = async () => {
    if (!proven) await context.limits.refundNetwork("sign-up-network");
  };
  try {
    const result = await signInExistingUser(context, form, claim);
    context.waitUntil("sign-up refund", refund);
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) {
      // Beyond a limit nobody knows whether the password is right.
      const isLimited = error instanceof ServiceError && error.type !== "change_pending";
      if (!isLimited) await refund();
      throw error;
    }
    const created = proven ? null : await createAccountAfterCleanup(context, form, ticket);
    if (!created) throw wrongPasswordError();
    return completeNewUser(context, form, created, claim);
  }
}

/**
 * Opens the proof of the form's e-mail address; null when the deployment does not require one.
 * @throws {ServiceError} `validation_failed` when it is missing, expired, or for another address.
 */
async function requireProof(context: RequestContext, { emailProof, email }: SignUp): Promise<Proof | null> {
  const { keyring, public: settings } = context.config;
  if (!settings.requiresEmailProof) return null;
  const proof = await openProof(keyring, emailProof, email);
  if (!proof) throw emailProofError();
  return proof;
}

/** The user whose code proved the address. @throws {ServiceError} `validation_failed` when the user is deleted or has another address. */
async function requireProvenUser(context: RequestContext, proof: Proof): Promise<UserSummary> {
  const user = await context.appwrite.admin.users.find(proof.userId);
  if (user?.email.toLowerCase() !== proof.email) throw emailProofError();
  return user;
}

function emailProofError(): ServiceError {
  return new ServiceError("validation_failed", MESSAGES.emailProof, { fields: { email: MESSAGES.emailProof } });
}

/**
 * Creates an account after a conflict that is not with a member. An unfinished user with the address, from a one-time code, is deleted. If
 * the ticket's id is taken, because an earlier attempt used another address, the account gets a new id.
 */
async function createAccountAfterCleanup(
  context: RequestContext,
  form: SignUp,
  ticket: Ticket | null,
): Promise<Models.User | null> {
  const { admin } = context.appwrite;
  const user = await admin.users.findByEmail(form.email);
  const isUnfinishedUser = user !== null && (await isUnfinishedAndUnnamed(admin, user));
  if (isUnfinishedUser) await admin.users.delete(user.$id);
  if (!isUnfinishedUser && !ticket) return null;
  // The form counts once.
  await context.limits.refundNetwork("sign-up-network");
  return createAccount(context, form, generateId());
}

/**
 * Handles a form whose file already has an owner: the form was sent before and its response lost, or a member uploaded the file. Only
 * signing in to an existing account is possible; no account is created.
 */
async function signInForOwnedFile(context: RequestContext, form: SignUp, claim: Claim): Promise<SignUpResult> {
  try {
    return await signInExistingUser(context, form, claim);
  } catch (error) {
    if (!isWrongPassword(error)) throw error;
    // The same form may have been sent before, with another password. Only whoever has the file is told so: otherwise anybody's own file would
    // tell whether any address has an account, and no account would be made.
    throw (await isAddressOfOwner(context, claim, form.email)) ? wrongPasswordError() : claimRejectedError(claim);
  }
}

/**
 * Handles a form whose password is too weak for a new account, which only an account from before may have. A sign-in is tried for every
 * address, so that neither the answer nor the count of attempts tells which addresses have an account. Beyond a limit none is tried: whoever joins has
 * to choose another password in any case.
 * @throws {ServiceError} `weakness` when no account with the address has this password, or a limit is reached; and what `signInExistingUser` throws.
 */
async function signInWithWeakPassword(
  context: RequestContext,
  form: SignUp,
  claim: Claim | null,
  weakness: ServiceError,
): Promise<SignUpResult> {
  try {
    return await signInExistingUser(context, form, claim, "weak-password");
  } catch (error) {
    const isLimited = error instanceof ServiceError && ["rate_limited", "network_limited"].includes(error.type);
    throw isWrongPassword(error) || isLimited ? weakness : error;
  }
}

/** True when the e-mail address is that of the user who has the file. */
async function isAddressOfOwner(
  { appwrite: { admin } }: RequestContext,
  { ticket }: Claim,
  email: string,
): Promise<boolean> {
  const file = await admin.files.find(ticket.fileId);
  const owner = await admin.users.find((file && ownerOf(file.$permissions)) ?? ticket.owner);
  return owner?.email.toLowerCase() === email.toLowerCase();
}

function wrongPasswordError(): ServiceError {
  return new ServiceError("existing_account_wrong_password", EXISTING_ACCOUNT_WRONG_PASSWORD);
}

/**
 * Creates an account. @returns null when the e-mail address or the id is taken. That counts as a new account, until the right password
 * follows: otherwise one network could ask for any number of addresses whether they are taken.
 * @throws {ServiceError} `network_limited`, for a new address and for a taken one alike.
 */
async function createAccount(context: RequestContext, form: SignUp, userId: string): Promise<Models.User | null> {
  const { email, password, profile } = form;
  const { account } = context.appwrite.admin;
  try {
    return await countNewAccount(context, () => account.create({ userId, email, password, name: profile.name }));
  } catch (error) {
    if (isExistingAccount(error)) return null;
    throw error;
  }
}

/** Counts a new account by network. @throws {ServiceError} `network_limited`, and what `create` throws. */
async function countNewAccount<T>({ limits }: RequestContext, create: () => Promise<T>): Promise<T> {
  await limits.consumeNetwork("sign-up-network");
  try {
    return await create();
  } catch (error) {
    if (!mayHaveSucceeded(error) && !isExistingAccount(error)) await limits.refundNetwork("sign-up-network");
    throw error;
  }
}

/** By type, or by a message that contains "already exists" or "Conflict" (the specification, point 4). */
function isExistingAccount(error: unknown): error is AppwriteError {
  if (isAppwriteError(error, "user_already_exists", "user_email_already_exists")) return true;
  return error instanceof Error && /already exists|Conflict/.test(error.message);
}

/**
 * Completes the user whom the one-time code created. Sets the name before the password: until the password is set, the user counts as
 * unfinished, and the form can be sent again.
 * @throws {ServiceError} `network_limited`, `change_pending`.
 */
async function completeProvenUser(
  context: RequestContext,
  form: SignUp,
  user: UserSummary,
  claim: Claim | null,
): Promise<SignUpResult> {
  const { name } = form.profile;
  await countNewAccount(context, async () => {
    const { users } = context.appwrite.admin;
    await withAccountChange(context, user.$id, { part: "name", values: { name } }, (write) =>
      write(() => users.setName(user.$id, name)),
    );
    await withAccountChange(context, user.$id, { part: "password", values: { password: form.password } }, (write) =>
      write(() => users.setPassword(user.$id, form.password)),
    );
  });
  await Promise.all([
    revokeEmailTokens(context, user.$id),
    // The code's mail does not count any more: a hall that joins is limited by its new accounts.
    context.limits.refundNetwork("sign-up-mail-network"),
  ]);
  return completeNewUser(context, form, { ...user, name }, claim);
}

async function completeNewUser(
  context: RequestContext,
  form: SignUp,
  account: AccountRecord,
  claim: Claim | null,
): Promise<SignUpResult> {
  const { email, password } = form;
  const session = await context.appwrite.admin.account.createEmailPasswordSession({ email, password });
  return withNewSession(context, session, { name: account.name, countedFor: null }, async () => {
    const [profile] = await Promise.all([
      createProfile(context, form, account, claim),
      setAccountPhone(context, account.$id, form.profile.phone),
    ]);
    return toResult(form, account, profile, { isNewUser: true, isNewProfile: true });
  });
}

async function signInExistingUser(
  context: RequestContext,
  form: SignUp,
  claim: Claim | null,
  kind: AttemptSubject["kind"] = "guest-password",
): Promise<SignUpResult> {
  const session = await openSession(context, form.email, form.password, { kind, subject: form.email });
  return refundUnlessPending(context, form.email, () =>
    withNewSession(context, session, { name: "", countedFor: form.email }, () =>
      completeExistingUser(context, form, claim, session),
    ),
  );
}

async function completeExistingUser(
  context: RequestContext,
  form: SignUp,
  claim: Claim | null,
  session: Models.Session,
): Promise<SignUpResult> {
  if (claim && !claim.ticket.guest && claim.ticket.owner !== session.userId) throw claimRejectedError(claim);
  const backend = requireMemberBackend(context);
  const [account, found] = await Promise.all([backend.account.get(), backend.profiles.find(session.userId)]);
  context.session.rename(account.name);
  if (found) {
    const profile = await attachFile(context, found, account.$id, claim);
    return toResult(form, account, profile, { isNewUser: false, isNewProfile: false });
  }
  // An earlier attempt created only the account: this one completes the sign-up.
  if (claim?.isRevoked) throw claimGoneError(claim);
  const [profile] = await Promise.all([
    createProfile(context, form, account, claim),
    account.phone ? null : setAccountPhone(context, account.$id, form.profile.phone),
  ]);
  return toResult(form, account, profile, { isNewUser: false, isNewProfile: true });
}

function toResult(
  form: SignUp,
  account: AccountRecord,
  { document, isFileAsSent }: ProfileWithFile,
  isNew: Pick<SignUpResult, "isNewUser" | "isNewProfile">,
): SignUpResult {
  // Two fields are not compared: the profile has the account's address, whose letter case may differ, and a collection that an older client made
  // has no `guardianAgree`. All others are compared, also those that this form leaves empty: an earlier attempt may have filled them in.
  const answers: Partial<Record<string, unknown>> = { ...form.profile };
  const hasAnswers = (["name", "phone", ...PROFILE_TEXT_FIELDS] as const).every(
    (field) => (document[field] || null) === (answers[field] || null),
  );
  return {
    user: toUser(account, document),
    profile: toProfile(document),
    ...isNew,
    isProfileAsSent: hasAnswers && isFileAsSent,
  };
}

/**
 * Runs the last steps with the new session. When they fail, the session is ended and the browser does not get it. A session that lacks its
 * second factor becomes a pending sign-in: nothing was changed before, since the account is read first.
 */
async function withNewSession(
  context: RequestContext,
  session: Models.Session,
  { name, countedFor }: { name: string; countedFor: string | null },
  run: () => Promise<SignUpResult>,
): Promise<SignUpResult> {
  startSession(context, session, name);
  try {
    const result = await run();
    await context.device.remember(result.user);
    return result;
  } catch (error) {
    if (lacksSecondFactor(error)) holdSession(context, { hasPassword: true, isFirstProof: false, countedFor });
    else abandonSession(context, session);
    throw error;
  }
}

/** Creates the profile, with its file. Name and e-mail address are those of the account. */
async function createProfile(
  context: RequestContext,
  form: SignUp,
  account: AccountRecord,
  claim: Claim | null,
): Promise<ProfileWithFile> {
  const { $id: userId, email, name } = account;
  const data: ProfileData = { ...form.profile, Email: email };
  if (name) data.name = name;
  if (!claim) return attachFile(context, await insertProfile(context, userId, data), userId, null);
  const { ticket } = claim;
  return withNewFile(context, ticket, userId, async (write) => {
    const withFile = { ...data, [FILE_ID_FIELDS[ticket.kind]]: ticket.fileId };
    const document = await write(() => insertProfile(context, userId, withFile));
    // `insertProfile` returns the existing profile when the form was sent twice. It may have another file.
    if (document[FILE_ID_FIELDS[ticket.kind]] !== ticket.fileId) return attachFile(context, document, userId, claim);
    await completeClaim(context, ticket, { userId, write, earlierId: null });
    return { document, isFileAsSent: true };
  });
}

/**
 * Sets the account's phone number, after the response if the backend fails. Never throws. A number that another account has is in the
 * profile alone. A retry does nothing when the member has saved another number since, or is about to.
 */
function setAccountPhone(context: RequestContext, userId: string, phone: string): Promise<void> {
  const { users, profiles } = context.appwrite.admin;
  const change = { part: "phone", values: { phone } } as const;
  const setPhone = async (write: Write) => {
    try {
      await write(() => users.setPhone(userId, phone));
    } catch (error) {
      if (!isPhoneConflict(error)) throw error;
    }
  };
  return tryThenRetryInBackground(
    context,
    "account phone",
    () => withAccountChange(context, userId, change, setPhone),
    () =>
      withAccountChange(context, userId, change, async (write) => {
        const profile = await profiles.find(userId);
        if (!profile || profile.phone === phone) await setPhone(write);
      }),
  );
}
