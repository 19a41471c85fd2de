// The one collection, `users`: its attributes, its permissions, and the check of a document's structure.
import { AppwriteError } from "../http/errors";

/** `size` is the most characters of a string; a boolean has none. */
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

/** Who may create documents; what may be done with one is said by its own permissions. */
export const COLLECTION_PERMISSIONS = ['create("users")'];

/** What a query may ask for. */
export const QUERYABLE: ReadonlySet<string> = new Set([
  ...Object.keys(ATTRIBUTES),
  "$id",
  "$createdAt",
  "$updatedAt",
  "$permissions",
  "$sequence",
]);

export type Data = Record<string, string | boolean | null>;

/** The data as it may be stored. Throws document_invalid_structure with a real server's sentence. */
export function requireStructure(data: Record<string, unknown>): Data {
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const isMissing = data[name] === undefined || data[name] === null;
    if (attribute.isRequired && isMissing) throw invalid(`Missing required attribute "${name}"`);
  }
  const valid: Data = {};
  for (const [name, value] of Object.entries(data)) {
    const attribute = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
    if (!attribute) throw invalid(`Unknown attribute: "${name}"`);
    valid[name] = requireValue(name, value, attribute);
  }
  return valid;
}

function requireValue(name: string, value: unknown, { size }: Attribute): string | boolean | null {
  if (value === null) return null;
  if (size === null) {
    if (typeof value !== "boolean") {
      throw invalid(`Attribute "${name}" has invalid type. Value must be a valid boolean`);
    }
    return value;
  }
  if (typeof value !== "string" || value.length > size) {
    throw invalid(
      `Attribute "${name}" has invalid type. Value must be a valid string and no longer than ${size} chars`,
    );
  }
  return value;
}

function invalid(reason: string): AppwriteError {
  return new AppwriteError("document_invalid_structure", `Invalid document structure: ${reason}`);
}
