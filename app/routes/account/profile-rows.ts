// What the Profile Information card says, with the fallbacks of the specification's point 2.
import type { Profile, User } from "../../contract/account";
import { formatPhone } from "../../lib/format-phone";

export interface ProfileRow {
  label: string;
  value: string;
  /** False where the value is only a word for there being none. */
  isKnown: boolean;
}

const NOT_PROVIDED = "Not provided";
const NOT_SPECIFIED = "Not specified";

/** The name to greet with: the profile's, else the account's. */
export function memberName(user: User, profile: Profile | null): string {
  return profile?.name || user.name;
}

/** The size of the greeting: the longest word of the name needs room on the narrowest phone. */
export function greetingSize(name: string): "large" | "medium" | "small" {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length));
  if (longest > 20) return "small";
  return longest > 12 ? "medium" : "large";
}

export function profileRows(user: User, profile: Profile | null): ProfileRow[] {
  const fact = (label: string, value: string | null | undefined, fallback: string): ProfileRow => ({
    label,
    value: value || fallback,
    isKnown: Boolean(value),
  });
  const all = [
    fact("Full Name", memberName(user, profile), NOT_PROVIDED),
    fact("Email", profile?.Email || user.email, NOT_PROVIDED),
    fact("Phone", profile?.phone && formatPhone(profile.phone), NOT_PROVIDED),
    fact("Location", profile?.location, NOT_PROVIDED),
    fact("Role", profile?.role, NOT_SPECIFIED),
  ];
  const college = profile?.role === "Student" ? profile.college : null;
  return college ? [...all, fact("College", college, NOT_PROVIDED)] : all;
}
