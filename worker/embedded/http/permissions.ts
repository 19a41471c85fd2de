// Permission strings such as read("user:abc"): validation, defaults and checks.
import { AppwriteError } from "./errors";
import { InvalidValue, type Rule } from "./rules";

export type Action = "read" | "update" | "delete" | "create";

/** The end of a real server's messages about permissions, which are an optional parameter. */
const NULLABLE_SUFFIX = " or null";
const PERMISSIONS_MAX = 100;
const TYPES: readonly string[] = ["create", "read", "update", "delete", "write"];
const PERMISSION = /^([a-zA-Z]+)\("([^"]+)"\)$/;
const ROLE =
  /^(any|guests|users(\/(un)?verified)?|user:[a-zA-Z0-9][\w.-]{0,35}(\/(un)?verified)?|team:[\w.-]+(\/[\w.-]+)?|member:[\w.-]+|label:\w+)$/;

/** Parses the permissions of a document or file. `write(…)` becomes `update(…)` and `delete(…)`. */
export const permissionList: Rule<string[]> = (value) => parsePermissions(value, false);

/** Parses the permissions of a collection or bucket, which may also grant `create` and `write`. */
export const parentPermissionList: Rule<string[]> = (value) => parsePermissions(value, true);

function parsePermissions(value: unknown, allowsCreate: boolean): string[] {
  if (!Array.isArray(value)) throw new InvalidValue(`Permissions must be an array of strings.${NULLABLE_SUFFIX}`);
  if (value.length > PERMISSIONS_MAX) {
    throw new InvalidValue(`You can only provide up to ${PERMISSIONS_MAX} permissions.${NULLABLE_SUFFIX}`);
  }
  return [...new Set(value.flatMap((permission) => expandPermission(permission, allowsCreate)))];
}

function expandPermission(value: unknown, allowsCreate: boolean): string[] {
  const match = typeof value === "string" ? PERMISSION.exec(value) : null;
  const [, type, role] = match ?? [];
  if (type === undefined || role === undefined) {
    throw new InvalidValue(`Invalid permission string format: "${String(value)}".${NULLABLE_SUFFIX}`);
  }
  if (!TYPES.includes(type)) throw new InvalidValue(`Invalid permission type: "${type}".${NULLABLE_SUFFIX}`);
  if (type === "create" && !allowsCreate) {
    const rule = "Must be one of: read, update, delete, write.";
    throw new InvalidValue(`Permission "${String(value)}" is not allowed. ${rule}${NULLABLE_SUFFIX}`);
  }
  if (!ROLE.test(role)) throw new InvalidValue(`Role "${role}" is not allowed.${NULLABLE_SUFFIX}`);
  if (type !== "write") return [`${type}("${role}")`];
  return [...(allowsCreate ? [`create("${role}")`] : []), `update("${role}")`, `delete("${role}")`];
}

/** The default permissions of what a user creates: everything, for that user only. */
export function ownPermissions(userId: string): string[] {
  return (["read", "update", "delete"] as const).map((action) => `${action}("user:${userId}")`);
}

/** The roles to which `permissions` grants `action`. */
export function rolesAllowed(permissions: readonly string[], action: Action): string[] {
  return permissions.flatMap((permission) => {
    const [, type, role] = PERMISSION.exec(permission) ?? [];
    return type === action && role !== undefined ? [role] : [];
  });
}

export function isAllowed(permissions: readonly string[], action: Action, roles: readonly string[]): boolean {
  return rolesAllowed(permissions, action).some((role) => roles.includes(role));
}

/** Throws user_unauthorized, with a real server's message, unless one of `roles` may do `action`. */
export function requireAllowed(permissions: readonly string[], action: Action, roles: readonly string[]): void {
  const allowed = rolesAllowed(permissions, action);
  if (allowed.some((role) => roles.includes(role))) return;
  const last = allowed.at(-1);
  if (last === undefined)
    throw new AppwriteError("user_unauthorized", `No permissions provided for action '${action}'`);
  throw new AppwriteError(
    "user_unauthorized",
    `Missing "${action}" permission for role "${last}". Only "${phpJson(roles)}" scopes are allowed and "${phpJson(allowed)}" was given.`,
  );
}

/** Users and guests can give permissions only to roles that they have. Throws user_unauthorized. */
export function requireOwnRoles(permissions: readonly string[], roles: readonly string[]): void {
  for (const permission of permissions) {
    const role = PERMISSION.exec(permission)?.[2];
    if (role === undefined || !roles.includes(role)) {
      throw new AppwriteError("user_unauthorized", `Permissions must be one of: (${roles.join(", ")})`);
    }
  }
}

/** PHP escapes slashes in JSON, which shows in a real server's messages. */
function phpJson(values: readonly string[]): string {
  return JSON.stringify(values).replaceAll("/", "\\/");
}
