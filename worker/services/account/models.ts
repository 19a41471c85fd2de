// Turns Appwrite's records into what the API tells: only the fields of the contract, never a password, hash or secret.
import type { Models } from "appwrite";
import { type Profile, ProfileSchema, type Session, type User } from "../../../app/contract/account";
import type { ProfileDocument } from "../../appwrite/profiles";

/** What of an account is told, whoever asked the backend for it. */
export type AccountRecord = Pick<Models.User, "$id" | "$createdAt" | "name" | "email" | "phone" | "emailVerification">;

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

const DEVICE_KINDS: Readonly<Record<string, Session["kind"]>> = {
  smartphone: "phone",
  phablet: "phone",
  "feature phone": "phone",
  tablet: "tablet",
  desktop: "computer",
};
const METHODS: Readonly<Record<string, Session["method"]>> = { email: "password", token: "code" };

/** @param currentId the session of the browser that asks. */
export function toSession(session: Models.Session, currentId: string): Session {
  const words = (...parts: string[]) => parts.filter(Boolean).join(" ");
  const client = [session.clientName, session.osName].filter(Boolean).join(", ");
  return {
    id: session.$id,
    current: session.$id === currentId,
    createdAt: session.$createdAt,
    expiresAt: session.expire,
    device: client || "Unknown device",
    browser: words(session.clientName, session.clientName && majorOf(session.clientVersion)),
    system: words(session.osName, session.osName && session.osVersion),
    hardware: words(session.deviceBrand, session.deviceModel),
    kind: DEVICE_KINDS[session.deviceName] ?? "",
    // Appwrite's code for a country that it does not know.
    country: session.countryCode === "--" ? "" : session.countryName,
    ip: session.ip,
    method: METHODS[session.provider] ?? "",
  };
}

/** "131" of "131.0". */
function majorOf(version: string): string {
  return version.split(".")[0] ?? "";
}
