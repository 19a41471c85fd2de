// Turns Appwrite's records into what the API tells: only the fields of the contract, never a password, hash or secret.
import type { Models } from "appwrite";
import { type Profile, ProfileSchema, type Session, type User } from "../../app/contract/account";
import type { ProfileDocument } from "../appwrite/profiles";

type AccountRecord = Pick<Models.User, "$id" | "$createdAt" | "name" | "email" | "phone" | "emailVerification">;

export function toUser(account: AccountRecord): User {
  return {
    id: account.$id,
    name: account.name,
    email: account.email,
    phone: account.phone ?? "",
    emailVerified: account.emailVerification,
    createdAt: account.$createdAt,
  };
}

const PROFILE_FIELDS = Object.keys(ProfileSchema.shape);

/** A profile from its document: absent attributes are null, whatever the collection lacks or has too many of. */
export function toProfile(document: ProfileDocument): Profile {
  return ProfileSchema.parse(Object.fromEntries(PROFILE_FIELDS.map((field) => [field, document[field] ?? null])));
}

/** @param currentId the session of the browser that asks. */
export function toSession(session: Models.Session, currentId: string): Session {
  const client = [session.clientName, session.osName].filter(Boolean).join(", ");
  return {
    id: session.$id,
    current: session.$id === currentId,
    createdAt: session.$createdAt,
    expiresAt: session.expire,
    device: client || "Unknown device",
    country: session.countryName,
  };
}
