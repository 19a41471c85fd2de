// Maps Appwrite's records to the API's types. Only fields of the contract pass, never a password, hash or secret.
import type { Models } from "appwrite";
import { type Account, type Profile, ProfileSchema, type Session, type User } from "../../../app/contract/account";
import type { ProfileDocument } from "../../appwrite/profiles";

/** The account fields that the API uses. `account` and `users` of Appwrite both have them. */
export type AccountRecord = Pick<Models.User, "$id" | "$createdAt" | "name" | "email" | "phone" | "emailVerification">;

/**
 * Maps an account to a user. The phone number is the profile's alone: the account has it only when no other account does, and nobody may
 * see that.
 */
export function toUser(account: AccountRecord, document: ProfileDocument | null): User {
  const phone = document?.phone;
  return {
    id: account.$id,
    name: account.name,
    email: account.email,
    phone: typeof phone === "string" ? phone : "",
    emailVerified: account.emailVerification,
    createdAt: account.$createdAt,
  };
}

const PROFILE_FIELDS = Object.keys(ProfileSchema.shape);

/** Maps a document to a profile. Missing attributes become null, unknown ones are dropped. */
export function toProfile(document: ProfileDocument): Profile {
  return ProfileSchema.parse(Object.fromEntries(PROFILE_FIELDS.map((field) => [field, document[field] ?? null])));
}

/** Maps an account and its document. */
export function toAccount(account: AccountRecord, document: ProfileDocument | null): Account & { user: User } {
  return { user: toUser(account, document), profile: document && toProfile(document) };
}

const DEVICE_KINDS: Readonly<Record<string, Session["kind"]>> = {
  smartphone: "phone",
  phablet: "phone",
  "feature phone": "phone",
  tablet: "tablet",
  desktop: "computer",
};
const METHODS: Readonly<Record<string, Session["method"]>> = { email: "password", token: "code" };

/** @param currentId the session of this browser. */
export function toSession(session: Models.Session, currentId: string): Session {
  const joinWords = (...parts: string[]) => parts.filter(Boolean).join(" ");
  const client = [session.clientName, session.osName].filter(Boolean).join(", ");
  return {
    id: session.$id,
    current: session.$id === currentId,
    createdAt: session.$createdAt,
    expiresAt: session.expire,
    device: client || "Unknown device",
    browser: joinWords(session.clientName, session.clientName && majorVersion(session.clientVersion)),
    system: joinWords(session.osName, session.osName && session.osVersion),
    hardware: joinWords(session.deviceBrand, session.deviceModel),
    kind: DEVICE_KINDS[session.deviceName] ?? "",
    // Appwrite's code for an unknown country.
    country: session.countryCode === "--" ? "" : session.countryName,
    ip: session.ip,
    method: METHODS[session.provider] ?? "",
  };
}

/** "131" of "131.0". */
function majorVersion(version: string): string {
  return version.split(".")[0] ?? "";
}
