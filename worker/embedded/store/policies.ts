// What a server can change about the project: the policies for passwords and for the number of users.
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from "../project/password-policy";
import type { Database } from "./database";
import { readSetting, writeSetting } from "./settings";

const PASSWORD_POLICY = "passwordPolicy";
const USER_LIMIT = "userLimit";

export function readPasswordPolicy(db: Database): PasswordPolicy {
  const stored = readSetting(db, PASSWORD_POLICY);
  return stored === null ? DEFAULT_PASSWORD_POLICY : JSON.parse(stored);
}

export function writePasswordPolicy(db: Database, policy: PasswordPolicy): void {
  writeSetting(db, PASSWORD_POLICY, JSON.stringify(policy));
}

/** The most users that the project may have; null for no limit. */
export function readUserLimit(db: Database): number | null {
  return JSON.parse(readSetting(db, USER_LIMIT) ?? "null");
}

export function writeUserLimit(db: Database, limit: number | null): void {
  writeSetting(db, USER_LIMIT, JSON.stringify(limit));
}
