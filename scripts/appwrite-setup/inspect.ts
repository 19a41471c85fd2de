// Compares a project with what the product needs: what is there, what is missing, and what contradicts it.
import {
  BUCKET_EXTENSIONS,
  BUCKET_PERMISSIONS,
  type Column,
  PROFILE_COLUMNS,
  PROFILE_INDEX,
  PROFILE_PERMISSIONS,
} from "../../worker/appwrite/project.ts";
import type { Api } from "./api.ts";
import type { Settings } from "./settings.ts";

/** Something that is missing, and the call that creates it. */
export interface Missing {
  kind: "database" | "table" | "column" | "index" | "bucket" | "platform";
  label: string;
  path: string;
  body: object;
}

/** Something that is there but not as the product needs it. It is for a person to change, since that may lose data. */
interface Conflict {
  label: string;
  problem: string;
  remedy: string;
}

export interface Inspection {
  present: string[];
  /** What differs and does no harm. */
  notes: string[];
  missing: Missing[];
  conflicts: Conflict[];
}

/** A column or an index, as TablesDB returns it. */
export interface TablePart {
  key: string;
  status: string;
  error?: string;
  type: string;
  size?: number;
  format?: string;
  required?: boolean;
  array?: boolean;
  encrypt?: boolean;
  columns?: string[];
}

interface Table {
  enabled: boolean;
  rowSecurity: boolean;
  $permissions: string[];
  columns: TablePart[];
  indexes: TablePart[];
}

interface Bucket {
  enabled: boolean;
  fileSecurity: boolean;
  $permissions: string[];
  maximumFileSize: number;
  allowedFileExtensions: string[];
}

/** Strings of later versions, which hold any text. */
const LONG_TEXTS: readonly string[] = ["text", "mediumtext", "longtext"];
const AGAIN = "Then run this command again.";

const databasePath = (settings: Settings) => `/tablesdb/${settings.databaseId}`;
export const tablePath = (settings: Settings) => `${databasePath(settings)}/tables/${settings.tableId}`;

/** @throws {SetupError} */
export async function inspect(api: Api, settings: Settings): Promise<Inspection> {
  const found: Inspection = { present: [], notes: [], missing: [], conflicts: [] };
  const database = await api.find(databasePath(settings));
  inspectDatabase(found, settings, database);
  const table = database && (await api.find(tablePath(settings)));
  if (table) inspectTable(found, settings, table as unknown as Table);
  else missTable(found, settings);
  const bucket = await api.find(`/storage/buckets/${settings.bucketId}`);
  if (bucket) inspectBucket(found, settings, bucket as unknown as Bucket);
  else missBucket(found, settings);
  return found;
}

function inspectDatabase(found: Inspection, settings: Settings, database: Record<string, unknown> | null): void {
  const label = `database ${settings.databaseId}`;
  if (!database) {
    const body = { databaseId: settings.databaseId, name: settings.databaseId };
    found.missing.push({ kind: "database", label, path: "/tablesdb", body });
  } else if (database.enabled === false) {
    found.conflicts.push({ label, problem: "It is disabled.", remedy: `Enable it in the console. ${AGAIN}` });
  } else {
    found.present.push(label);
  }
}

function missTable(found: Inspection, settings: Settings): void {
  found.missing.push({
    kind: "table",
    label: `table ${settings.tableId}: row security, ${PROFILE_PERMISSIONS.join(", ")}`,
    path: `${databasePath(settings)}/tables`,
    body: { tableId: settings.tableId, name: settings.tableId, permissions: PROFILE_PERMISSIONS, rowSecurity: true },
  });
  for (const column of PROFILE_COLUMNS) found.missing.push(missingColumn(settings, column));
  found.missing.push(missingIndex(settings));
}

function missingColumn(settings: Settings, column: Column): Missing {
  const { key, type, isRequired } = column;
  return {
    kind: "column",
    label: `column ${describe(column)}`,
    path: `${tablePath(settings)}/columns/${type}`,
    body: { key, required: isRequired, ...(column.type === "string" && { size: column.size }) },
  };
}

function missingIndex(settings: Settings): Missing {
  return {
    kind: "index",
    label: `index ${PROFILE_INDEX.key} on ${PROFILE_INDEX.columns.join(", ")}`,
    path: `${tablePath(settings)}/indexes`,
    body: PROFILE_INDEX,
  };
}

function missBucket(found: Inspection, settings: Settings): void {
  found.missing.push({
    kind: "bucket",
    label: `bucket ${settings.bucketId}: file security, ${BUCKET_PERMISSIONS.join(", ")}, ${settings.fileMaxBytes} bytes, ${BUCKET_EXTENSIONS.join(", ")}`,
    path: "/storage/buckets",
    body: {
      bucketId: settings.bucketId,
      name: settings.bucketId,
      permissions: BUCKET_PERMISSIONS,
      fileSecurity: true,
      maximumFileSize: settings.fileMaxBytes,
      allowedFileExtensions: BUCKET_EXTENSIONS,
      encryption: true,
      antivirus: true,
    },
  });
}

function inspectTable(found: Inspection, settings: Settings, table: Table): void {
  const label = `table ${settings.tableId}`;
  const before = found.conflicts.length;
  const conflict = (problem: string, remedy: string) => found.conflicts.push({ label, problem, remedy });
  if (!table.enabled) conflict("It is disabled.", `Enable it in the console, in the table's settings. ${AGAIN}`);
  if (!table.rowSecurity) {
    conflict(
      "Row security is off, so that the permissions of a single profile count for nothing.",
      `Switch it on in the console, in the table's settings. ${AGAIN}`,
    );
  }
  inspectPermissions(found, label, table.$permissions, "profile");
  if (found.conflicts.length === before) found.present.push(`${label}, with row security and its permissions`);
  inspectColumns(found, settings, table);
  inspectIndexes(found, settings, table);
}

/** Members must be allowed to create. Any other right here would hold for everybody's profiles or files. */
function inspectPermissions(found: Inspection, label: string, permissions: string[], thing: string): void {
  const mayMembersCreate = ['create("users")', 'create("any")'].some((permission) => permissions.includes(permission));
  if (!mayMembersCreate) {
    found.conflicts.push({
      label,
      problem: `Members may not create in it: its permissions lack create("users").`,
      remedy: `Add the role Users with Create in the console, in its settings. ${AGAIN}`,
    });
  }
  const wide = permissions.filter((permission) => !permission.startsWith("create("));
  if (wide.length > 0) {
    found.conflicts.push({
      label,
      problem: `Its permissions ${wide.join(", ")} hold for every ${thing} in it, whoever owns it.`,
      remedy: `Remove them in the console, in its settings. ${AGAIN}`,
    });
  }
  const others = permissions.filter(
    (permission) => permission.startsWith("create(") && permission !== 'create("users")',
  );
  if (others.length > 0) found.notes.push(`${label}: ${others.join(", ")} is more than the site needs`);
}

function inspectColumns(found: Inspection, settings: Settings, table: Table): void {
  const present: string[] = [];
  for (const column of PROFILE_COLUMNS) {
    const actual = table.columns.find(({ key }) => key === column.key);
    if (!actual) {
      found.missing.push(missingColumn(settings, column));
      continue;
    }
    const conflict = compareColumn(column, actual);
    if (conflict) found.conflicts.push({ label: `column ${column.key}`, ...conflict });
    else present.push(column.key);
    if (!conflict && column.type === "string" && (actual.size ?? 0) > column.size) {
      found.notes.push(`column ${column.key}: ${actual.size} characters, where ${column.size} are enough`);
    }
    if (!conflict && column.isRequired && !actual.required) found.notes.push(`column ${column.key}: not required`);
  }
  if (present.length > 0) found.present.push(`columns ${present.join(", ")}`);
  const known = PROFILE_COLUMNS.map(({ key }) => key);
  for (const { key, required } of table.columns) {
    if (!required || known.includes(key)) continue;
    found.conflicts.push({
      label: `column ${key}`,
      problem: "It is required, and the site does not know it: no profile could be stored.",
      remedy: `Make it optional in the console, or delete it. ${AGAIN}`,
    });
  }
}

function compareColumn(expected: Column, actual: TablePart): { problem: string; remedy: string } | null {
  const anew = `Save its values if you need them, delete the column in the console, and run this command again.`;
  const needed = `the site needs ${describe(expected, false)}`;
  if (["failed", "stuck", "deleting"].includes(actual.status)) {
    const error = actual.error ? ` (${actual.error})` : "";
    return { problem: `Its status is ${actual.status}${error}.`, remedy: `Delete it in the console. ${AGAIN}` };
  }
  if (actual.array) return { problem: `It is a list, and ${needed}.`, remedy: anew };
  const isText = ["string", "varchar", ...LONG_TEXTS].includes(actual.type) && !actual.format;
  const fits = expected.type === "string" ? isText : actual.type === expected.type;
  if (!fits) return { problem: `It is of type ${actual.format || actual.type}, and ${needed}.`, remedy: anew };
  const isLong = LONG_TEXTS.includes(actual.type);
  if (expected.type === "string" && !isLong && (actual.size ?? 0) < expected.size) {
    return {
      problem: `It holds ${actual.size ?? 0} characters, and ${needed}.`,
      remedy: `Set its size to ${expected.size} in the console. ${AGAIN}`,
    };
  }
  if (actual.required && !expected.isRequired) {
    return {
      problem: "It is required, and not every profile has a value.",
      remedy: `Make it optional in the console. ${AGAIN}`,
    };
  }
  if (actual.encrypt && PROFILE_INDEX.columns.some((key) => key === expected.key)) {
    return { problem: "It is encrypted, so that profiles cannot be looked up by it.", remedy: anew };
  }
  return null;
}

function inspectIndexes(found: Inspection, settings: Settings, table: Table): void {
  const [column] = PROFILE_INDEX.columns;
  const usable = table.indexes.find(({ type, columns }) => type === "key" && columns?.[0] === column);
  const named = table.indexes.find(({ key }) => key === PROFILE_INDEX.key);
  const unique = table.indexes.find(({ type, columns }) => type === "unique" && columns?.[0] === column);
  const index = usable ?? named;
  if (unique && unique.columns?.length === 1) {
    found.conflicts.push({
      label: `index ${unique.key}`,
      problem: `It is unique, so that a member who writes another's id into their profile would keep the other from having one.`,
      remedy: `Delete it in the console. ${AGAIN}`,
    });
  }
  if (!index) {
    found.missing.push(missingIndex(settings));
  } else if (["failed", "stuck", "deleting"].includes(index.status)) {
    const error = index.error ? ` (${index.error})` : "";
    const problem = `Its status is ${index.status}${error}.`;
    found.conflicts.push({ label: `index ${index.key}`, problem, remedy: `Delete it in the console. ${AGAIN}` });
  } else if (index !== usable) {
    const problem = `It is a ${index.type} index on ${index.columns?.join(", ")}, and the site needs a key index on ${column}.`;
    found.conflicts.push({ label: `index ${index.key}`, problem, remedy: `Delete it in the console. ${AGAIN}` });
  } else {
    found.present.push(`index ${index.key} on ${index.columns?.join(", ")}`);
  }
}

function inspectBucket(found: Inspection, settings: Settings, bucket: Bucket): void {
  const label = `bucket ${settings.bucketId}`;
  const before = found.conflicts.length;
  const conflict = (problem: string, remedy: string) =>
    found.conflicts.push({ label, problem, remedy: `${remedy} in the console, in the bucket's settings. ${AGAIN}` });
  if (!bucket.enabled) conflict("It is disabled.", "Enable it");
  if (!bucket.fileSecurity) {
    conflict("File security is off, so that the permissions of a single file count for nothing.", "Switch it on");
  }
  inspectPermissions(found, label, bucket.$permissions, "file");
  const { maximumFileSize, allowedFileExtensions: allowed } = bucket;
  if (maximumFileSize < settings.fileMaxBytes) {
    conflict(
      `It takes files of ${maximumFileSize} bytes, and the site accepts ${settings.fileMaxBytes} (FILE_MAX_BYTES).`,
      `Raise its maximum file size to ${settings.fileMaxBytes} bytes`,
    );
  }
  const lacking = allowed.length === 0 ? [] : BUCKET_EXTENSIONS.filter((extension) => !allowed.includes(extension));
  if (lacking.length > 0) {
    conflict(`It does not take ${lacking.join(", ")}.`, `Add ${lacking.join(", ")} to its allowed file extensions`);
  }
  const others = allowed.filter((extension) => !BUCKET_EXTENSIONS.includes(extension));
  if (others.length > 0) found.notes.push(`${label}: takes ${others.join(", ")} too, which the site does not offer`);
  if (allowed.length === 0)
    found.notes.push(`${label}: takes files with any extension; the site offers ${BUCKET_EXTENSIONS.join(", ")}`);
  if (found.conflicts.length === before)
    found.present.push(`${label}, with file security, its permissions, size and extensions`);
}

/** Such as "id (string, 36 characters, required)". */
function describe(column: Column, withKey = true): string {
  const facts = [column.type, ...(column.type === "string" ? [`${column.size} characters`] : [])];
  if (column.isRequired) facts.push("required");
  return withKey ? `${column.key} (${facts.join(", ")})` : facts.join(", ");
}
