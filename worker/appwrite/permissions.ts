// Who may do what with a document or a file, as Appwrite writes it.
import { Permission, Role } from "appwrite";

/** Reading, changing and deleting for one user, and nobody else. */
export function ownedBy(userId: string): string[] {
  const role = Role.user(userId);
  return [Permission.read(role), Permission.update(role), Permission.delete(role)];
}

/** The user who may change a thing, from its permissions; null when no single user may. */
export function ownerOf(permissions: readonly string[]): string | null {
  for (const permission of permissions) {
    const match = /^(?:update|write)\("user:([^"/]+)(?:\/[^"]*)?"\)$/.exec(permission);
    if (match?.[1]) return match[1];
  }
  return null;
}
