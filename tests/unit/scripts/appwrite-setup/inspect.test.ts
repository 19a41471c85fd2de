// What the setup of a project makes of what it finds there.
import { describe, expect, test } from "vitest";
import type { Api } from "../../../../scripts/appwrite-setup/api";
import { inspect, type TablePart } from "../../../../scripts/appwrite-setup/inspect";
import type { Settings } from "../../../../scripts/appwrite-setup/settings";
import { BUCKET_EXTENSIONS, PROFILE_COLUMNS } from "../../../../worker/appwrite/project";

const SETTINGS = { databaseId: "main", tableId: "users", bucketId: "files", fileMaxBytes: 30_000_000 } as Settings;

type Resource = Record<string, unknown>;

interface Project {
  database: Resource | null;
  table: (Resource & { columns: TablePart[]; indexes: TablePart[] }) | null;
  bucket: Resource | null;
}

/** A project that has all that the product needs. */
function completeProject() {
  const indexes: TablePart[] = [{ key: "id_index", type: "key", status: "available", columns: ["id"] }];
  return {
    database: { enabled: true },
    table: {
      enabled: true,
      rowSecurity: true,
      $permissions: ['create("users")'],
      columns: PROFILE_COLUMNS.map(
        (column): TablePart => ({
          key: column.key,
          status: "available",
          type: column.type,
          ...(column.type === "string" && { size: column.size, encrypt: false }),
          required: column.isRequired,
          array: false,
        }),
      ),
      indexes,
    },
    bucket: {
      enabled: true,
      fileSecurity: true,
      $permissions: ['create("users")'],
      maximumFileSize: 30_000_000,
      allowedFileExtensions: [...BUCKET_EXTENSIONS],
    },
  } satisfies Project;
}

function inspectProject(project: Project) {
  const found = new Map<string, Resource | null>([
    ["/tablesdb/main", project.database],
    ["/tablesdb/main/tables/users", project.table],
    ["/storage/buckets/files", project.bucket],
  ]);
  return inspect({ find: async (path: string) => found.get(path) ?? null } as Api, SETTINGS);
}

/** A complete project with one column changed. */
function withColumn(key: string, change: Partial<TablePart>): Project {
  const project = completeProject();
  const column = project.table.columns.find((each) => each.key === key);
  Object.assign(column ?? {}, change);
  return project;
}

test("a complete project lacks nothing", async () => {
  const { missing, conflicts, notes } = await inspectProject(completeProject());
  expect({ missing, conflicts, notes }).toEqual({ missing: [], conflicts: [], notes: [] });
});

test("an empty project lacks everything", async () => {
  const { missing, present } = await inspectProject({ database: null, table: null, bucket: null });
  expect(present).toEqual([]);
  expect(missing.map(({ kind }) => kind)).toEqual([
    "database",
    "table",
    ...PROFILE_COLUMNS.map(() => "column"),
    "index",
    "bucket",
  ]);
});

test("only what is missing is to be made", async () => {
  const project = completeProject();
  project.table.columns = project.table.columns.filter(({ key }) => key !== "guardianAgree");
  project.table.indexes = [];
  const { missing, conflicts } = await inspectProject({ ...project, bucket: null });
  expect(conflicts).toEqual([]);
  expect(missing.map(({ path, body }) => [path, body])).toEqual([
    ["/tablesdb/main/tables/users/columns/boolean", { key: "guardianAgree", required: false }],
    ["/tablesdb/main/tables/users/indexes", { key: "id_index", type: "key", columns: ["id"] }],
    [
      "/storage/buckets",
      expect.objectContaining({ bucketId: "files", fileSecurity: true, maximumFileSize: 30_000_000 }),
    ],
  ]);
});

describe("conflicts", () => {
  test.each<[description: string, project: Project, label: string, problem: RegExp]>([
    ["a column of another type", withColumn("phone", { type: "integer" }), "column phone", /of type integer/],
    ["a column with a format", withColumn("role", { format: "enum" }), "column role", /of type enum/],
    ["a short column", withColumn("companyUrl", { size: 255 }), "column companyUrl", /holds 255 characters.*2048/],
    ["a list", withColumn("name", { array: true }), "column name", /is a list/],
    ["a column that is required", withColumn("dob", { required: true }), "column dob", /required/],
    [
      "a column that failed",
      withColumn("dob", { status: "failed", error: "Row too large" }),
      "column dob",
      /Row too large/,
    ],
    ["an encrypted id", withColumn("id", { encrypt: true }), "column id", /encrypted/],
  ])("%s", async (_, project, label, problem) => {
    const { conflicts, missing } = await inspectProject(project);
    expect(conflicts).toEqual([{ label, problem: expect.stringMatching(problem), remedy: expect.any(String) }]);
    expect(missing).toEqual([]);
  });

  test("a required column that the site does not know", async () => {
    const project = completeProject();
    project.table.columns.push({ key: "age", type: "integer", status: "available", required: true });
    const { conflicts } = await inspectProject(project);
    expect(conflicts).toMatchObject([
      { label: "column age", problem: expect.stringContaining("no profile could be stored") },
    ]);
  });

  test.each<[description: string, table: Resource, problem: RegExp]>([
    ["row security is off", { rowSecurity: false }, /Row security is off/],
    ["the table is disabled", { enabled: false }, /disabled/],
    ["members may not create", { $permissions: [] }, /lack create\("users"\)/],
    [
      "everybody may read",
      { $permissions: ['create("users")', 'read("any")'] },
      /read\("any"\) hold for every profile/,
    ],
  ])("%s", async (_, change, problem) => {
    const project = completeProject();
    Object.assign(project.table, change);
    const { conflicts } = await inspectProject(project);
    expect(conflicts).toMatchObject([{ label: "table users", problem: expect.stringMatching(problem) }]);
  });

  test.each<[description: string, index: TablePart, problem: RegExp]>([
    [
      "the index is on another column",
      { key: "id_index", type: "key", status: "available", columns: ["name"] },
      /on name/,
    ],
    ["the index failed", { key: "by_id", type: "key", status: "failed", columns: ["id"] }, /status is failed/],
  ])("%s", async (_, index, problem) => {
    const project = completeProject();
    project.table.indexes = [index];
    const { conflicts } = await inspectProject(project);
    expect(conflicts).toMatchObject([{ label: `index ${index.key}`, problem: expect.stringMatching(problem) }]);
  });

  test("a unique index on id", async () => {
    const project = completeProject();
    project.table.indexes.push({ key: "one", type: "unique", status: "available", columns: ["id"] });
    const { conflicts } = await inspectProject(project);
    expect(conflicts).toMatchObject([{ label: "index one", problem: expect.stringContaining("unique") }]);
  });

  test.each<[description: string, bucket: Resource, problem: RegExp]>([
    ["file security is off", { fileSecurity: false }, /File security is off/],
    ["the bucket is disabled", { enabled: false }, /disabled/],
    ["the bucket takes too little", { maximumFileSize: 5_000_000 }, /takes files of 5000000 bytes.*30000000/],
    ["the bucket lacks an extension", { allowedFileExtensions: ["pdf", "doc", "docx"] }, /does not take zip/],
    ["everybody may read files", { $permissions: ['create("users")', 'read("users")'] }, /hold for every file/],
  ])("%s", async (_, change, problem) => {
    const project = completeProject();
    Object.assign(project.bucket, change);
    const { conflicts } = await inspectProject(project);
    expect(conflicts).toMatchObject([{ label: "bucket files", problem: expect.stringMatching(problem) }]);
  });

  test("a disabled database", async () => {
    const { conflicts } = await inspectProject({ ...completeProject(), database: { enabled: false } });
    expect(conflicts).toMatchObject([{ label: "database main", problem: "It is disabled." }]);
  });
});

describe("differences that do no harm", () => {
  test.each<[description: string, project: Project, note: RegExp]>([
    ["a longer column", withColumn("name", { size: 255 }), /^column name: 255 characters/],
    ["an optional id", withColumn("id", { required: false }), /^column id: not required/],
  ])("%s", async (_, project, note) => {
    const { conflicts, missing, notes } = await inspectProject(project);
    expect({ conflicts, missing }).toEqual({ conflicts: [], missing: [] });
    expect(notes).toEqual([expect.stringMatching(note)]);
  });

  test("a text column is long enough for every string", async () => {
    const project = withColumn("companyUrl", { type: "text", size: undefined });
    const { conflicts, missing } = await inspectProject(project);
    expect({ conflicts, missing }).toEqual({ conflicts: [], missing: [] });
  });

  test("another name of the index", async () => {
    const project = completeProject();
    project.table.indexes = [{ key: "by_account", type: "key", status: "available", columns: ["id"] }];
    const { conflicts, missing, present } = await inspectProject(project);
    expect({ conflicts, missing }).toEqual({ conflicts: [], missing: [] });
    expect(present).toContain("index by_account on id");
  });

  test("a bucket that takes more, and from guests", async () => {
    const project = completeProject();
    Object.assign(project.bucket, { allowedFileExtensions: [], $permissions: ['create("any")'] });
    const { conflicts, missing, notes } = await inspectProject(project);
    expect({ conflicts, missing }).toEqual({ conflicts: [], missing: [] });
    expect(notes).toEqual([
      'bucket files: create("any") is more than the site needs',
      expect.stringContaining("any extension"),
    ]);
  });
});
