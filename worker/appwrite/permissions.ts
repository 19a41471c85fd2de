// Appwrite permissions of documents and files.
import { Permission, Role } from "appwrite";

/** Permissions to read, update and delete for one user only. */
export function ownedBy(userId: string): string[] {
  const role = Role.user(userId);
  return [Permission.read(role), Permission.update(role), Permission.delete(role)];
}

/** The user who may update a document or a file, from its permissions; null when there is none. */
export function ownerOf(permissions: readonly string[]): string | null {
  for (const permission of permissions) {
    const match = /^(?:update|write)\("user:([^"/]+)(?:\/[^"]*)?"\)$/.exec(permission);
    if (match?.[1]) return match[1];
  }
  return null;
}
