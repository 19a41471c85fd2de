// What the product needs in an Appwrite project. `npm run appwrite:setup` creates it in a real one, and the embedded Appwrite starts with
// it. Without imports, so that Node can run it as it is.

/** The ids that are used unless the settings name others. */
export const DEFAULT_IDS = { database: "main", collection: "users", bucket: "files" } as const;

export type Column = { key: string; isRequired: boolean } & ({ type: "string"; size: number } | { type: "boolean" });

/** `size` is the most characters that a value may have. */
const text = (key: string, size: number, isRequired = false): Column => ({ key, type: "string", size, isRequired });
const flag = (key: string): Column => ({ key, type: "boolean", isRequired: false });

/** The attributes of a profile. `resumeId` and `portfolioId` are ids of files. */
export const PROFILE_COLUMNS: readonly Column[] = [
  text("id", 36, true),
  text("Email", 320, true),
  text("name", 128),
  text("phone", 32),
  text("role", 64),
  text("location", 128),
  text("dob", 32),
  text("educationLevel", 64),
  text("subLevel", 64),
  text("majorField", 128),
  text("college", 256),
  text("companyUrl", 2048),
  text("resumeId", 36),
  text("portfolioId", 36),
  flag("agree"),
  flag("guardianAgree"),
];

/** Profiles are looked up by the account's id. Not unique: any member can write any id into a document of their own. */
export const PROFILE_INDEX = { key: "id_index", type: "key", columns: ["id"] } as const;

/** Members create their own profile. Who may read and change it is a matter of each document's own permissions. */
export const PROFILE_PERMISSIONS: readonly string[] = ['create("users")'];

/** Members upload their own files; files of guests are uploaded with the API key. */
export const BUCKET_PERMISSIONS: readonly string[] = ['create("users")'];
export const BUCKET_MAX_BYTES = 30_000_000;
export const BUCKET_EXTENSIONS: readonly string[] = ["pdf", "doc", "docx", "zip"];

/** The scopes of the API key that the running product uses. Appwrite accepts the older names `documents.read` and `documents.write`. */
export const PRODUCT_SCOPES: readonly string[] = [
  "sessions.write",
  "users.read",
  "users.write",
  "rows.read",
  "rows.write",
  "files.read",
  "files.write",
];

/** The scopes that creating all this takes. */
export const SETUP_SCOPES: readonly string[] = [
  "databases.read",
  "databases.write",
  "tables.read",
  "tables.write",
  "buckets.read",
  "buckets.write",
];

/** The scopes for registering the site's host name, which servers before 1.9.5 leave to their console. */
export const PLATFORM_SCOPES: readonly string[] = ["platforms.read", "platforms.write"];
