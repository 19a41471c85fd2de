// The rows of the Profile Information card, with the fallbacks of the specification's point 2.
import type { Profile, User } from "../../contract/account";
import { formatPhone } from "../../lib/format-phone";

export interface ProfileRow {
  label: string;
  value: string;
  /** False when the value is a fallback. */
  isKnown: boolean;
}

const NOT_PROVIDED = "Not provided";
const NOT_SPECIFIED = "Not specified";

/** The name of the member: the profile's, or else the account's. */
export function memberName(user: User, profile: Profile | null): string {
  return profile?.name || user.name;
}

/** The text size of the greeting: the longest word of the name must fit on the narrowest phone. */
export function greetingSize(name: string): "large" | "medium" | "small" {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length));
  if (longest > 20) return "small";
  return longest > 12 ? "medium" : "large";
}

export function profileRows(user: User, profile: Profile | null): ProfileRow[] {
  const row = (label: string, value: string | null | undefined, fallback: string): ProfileRow => ({
    label,
    value: value || fallback,
    isKnown: Boolean(value),
  });
  const rows = [
    row("Full Name", memberName(user, profile), NOT_PROVIDED),
    row("Email", profile?.Email || user.email, NOT_PROVIDED),
    row("Phone", profile?.phone && formatPhone(profile.phone), NOT_PROVIDED),
    row("Location", profile?.location, NOT_PROVIDED),
    row("Role", profile?.role, NOT_SPECIFIED),
  ];
  const college = profile?.role === "Student" ? profile.college : null;
  return college ? [...rows, row("College", college, NOT_PROVIDED)] : rows;
}
