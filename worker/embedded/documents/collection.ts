// The only collection, `users`: its attributes and permissions, and the validation of documents.
import { AppwriteError, type ErrorType } from "../http/errors";

/** `size` is a string's maximum length; null makes the attribute a boolean. */
interface Attribute {
  size: number | null;
  isRequired?: boolean;
}

const ID_SIZE = 36;

export const ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  name: { size: 128 },
  Email: { size: 320, isRequired: true },
  phone: { size: 32 },
  password: { size: 256 },
  role: { size: 64 },
  location: { size: 128 },
  id: { size: ID_SIZE, isRequired: true },
  dob: { size: 32 },
  educationLevel: { size: 64 },
  subLevel: { size: 64 },
  majorField: { size: 128 },
  college: { size: 256 },
  companyUrl: { size: 2048 },
  resumeId: { size: ID_SIZE },
  portfolioId: { size: ID_SIZE },
  agree: { size: null },
  guardianAgree: { size: null },
};

/** Everything but creating is governed by each document's own permissions. */
export const COLLECTION_PERMISSIONS = ['create("users")'];

/** The attributes that queries may use. */
export const QUERYABLE: ReadonlySet<string> = new Set([
  ...Object.keys(ATTRIBUTES),
  "$id",
  "$createdAt",
  "$updatedAt",
  "$permissions",
  "$sequence",
]);

export type Data = Record<string, string | boolean | null>;

/** Validates a document's data. Throws an error of `errorType`, with a real server's message. */
export function requireStructure(data: Record<string, unknown>, errorType: ErrorType): Data {
  const invalid = (reason: string) => new AppwriteError(errorType, `Invalid document structure: ${reason}`);
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const isMissing = data[name] === undefined || data[name] === null;
    if (attribute.isRequired && isMissing) throw invalid(`Missing required attribute "${name}"`);
  }
  const valid: Data = {};
  for (const [name, value] of Object.entries(data)) {
    const attribute = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
    if (!attribute) throw invalid(`Unknown attribute: "${name}"`);
    if (!isValid(value, attribute)) {
      throw invalid(`Attribute "${name}" has invalid type. ${describeType(attribute)}`);
    }
    valid[name] = value;
  }
  return valid;
}

function isValid(value: unknown, { size }: Attribute): value is string | boolean | null {
  if (value === null) return true;
  return size === null ? typeof value === "boolean" : typeof value === "string" && value.length <= size;
}

function describeType({ size }: Attribute): string {
  return size === null
    ? "Value must be a valid boolean"
    : `Value must be a valid string and no longer than ${size} chars`;
}
