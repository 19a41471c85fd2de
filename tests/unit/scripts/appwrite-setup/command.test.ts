// `npm run appwrite:setup` against servers that an embedded Appwrite is not: broken, old, slow or no Appwrite at all.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PROFILE_COLUMNS } from "../../../../worker/appwrite/project";
import { runScript } from "../../../support/run-script";

const SCRIPT = join(import.meta.dirname, "../../../../scripts/appwrite-setup/run.ts");
const SECRET = "standard_a-secret-that-no-output-may-have";

interface Reply {
  status: number;
  /** JSON, or a page. */
  body?: object | string;
  headers?: Record<string, string>;
}

let server: Server;
let folder: string;
/** By method and path, such as "GET /v1/tablesdb/main". */
let replies: Record<string, Reply>;
let received: string[];
let keysSent: (string | undefined)[];

beforeEach(async () => {
  replies = { "GET /v1/health/version": { status: 200, body: { version: "1.9.6" } } };
  received = [];
  keysSent = [];
  folder = mkdtempSync(join(tmpdir(), "appwrite-setup-"));
  server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.replace(/\?.*/, "")}`;
    received.push(call);
    keysSent.push(request.headers["x-appwrite-key"] as string | undefined);
    const {
      status,
      body = "",
      headers = {},
    } = replies[call] ?? {
      status: 404,
      body: "<!DOCTYPE html><title>404 Not Found</title>",
    };
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => server.close(resolve));
});

const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

/** Runs the command in an empty folder, with no setting but those that are given. */
function setUp(args: string[], env: Record<string, string> = {}) {
  return runScript([SCRIPT, ...args], { cwd: folder, env });
}

const options = () => ["--endpoint", endpoint(), "--project", "navarambh", "--key", SECRET];

/** Lets the project have a table whose columns and indexes are in some state, and a bucket. */
function haveProject(columnStatus: string, error = "") {
  const columns = PROFILE_COLUMNS.map((column) => ({
    key: column.key,
    type: column.type,
    required: column.isRequired,
    ...(column.type === "string" && { size: column.size }),
    status: column.key === "college" ? columnStatus : "available",
    error: column.key === "college" ? error : "",
  }));
  replies["GET /v1/tablesdb/main"] = { status: 200, body: { enabled: true } };
  replies["GET /v1/tablesdb/main/tables/users"] = {
    status: 200,
    body: {
      enabled: true,
      rowSecurity: true,
      $permissions: ['create("users")'],
      columns,
      indexes: [{ key: "id_index", type: "key", status: "available", columns: ["id"] }],
    },
  };
  replies["GET /v1/storage/buckets/files"] = {
    status: 200,
    body: {
      enabled: true,
      fileSecurity: true,
      $permissions: ['create("users")'],
      maximumFileSize: 30_000_000,
      allowedFileExtensions: [],
    },
  };
}

const notFound = (type: string): Reply => ({ status: 404, body: { message: "Not found", type } });

describe("settings", () => {
  test("come from .dev.vars, under the environment, under the flags", async () => {
    writeFileSync(
      join(folder, ".dev.vars"),
      `APPWRITE_ENDPOINT="${endpoint()}"\nAPPWRITE_PROJECT_ID="from-file"\nAPPWRITE_API_KEY="${SECRET}"\nAPPWRITE_DATABASE_ID="a"\n`,
    );
    const { stdout } = await setUp(["--database", "c", "--check"], {
      APPWRITE_DATABASE_ID: "b",
      APPWRITE_PROJECT_ID: "from-env",
    });
    expect(stdout).toContain("project from-env");
    expect(received).toContain("GET /v1/tablesdb/c");
    expect(keysSent).toEqual([undefined, SECRET]);
  });

  test.each<[args: string[], message: string]>([
    [[], "APPWRITE_ENDPOINT is not set."],
    [["--endpoint", "appwrite.example.in"], "The endpoint must be a web address"],
    [["--endpoint", "https://appwrite.example.in"], "The endpoint must end in /v1: try https://appwrite.example.in/v1"],
    [["--endpoint", "https://appwrite.example.in/v1", "--project", "p"], "APPWRITE_API_KEY is not set."],
    [
      ["--endpoint", "https://a.in/v1", "--project", "p", "--key", "k", "--site", "navarambh"],
      "The site must be a web address",
    ],
    [
      ["--endpoint", "https://a.in/v1", "--project", "p", "--key", "k", "--bucket", "my files"],
      "APPWRITE_BUCKET_ID must be an id",
    ],
    [["--force"], "Unknown option '--force'"],
  ])("%j is rejected in a sentence", async (args, message) => {
    const { code, stderr } = await setUp(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("--help explains them", async () => {
    const { code, stdout } = await setUp(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("--check");
  });
});

describe("no Appwrite", () => {
  test("nothing listens", async () => {
    const gone = endpoint();
    await new Promise((resolve) => server.close(resolve));
    const { code, stderr } = await setUp(["--endpoint", gone, "--project", "p", "--key", SECRET]);
    server.listen(0);
    expect(code).toBe(3);
    expect(stderr).toBe(`${gone} cannot be reached: nothing listens there.\n`);
  });

  test("another website", async () => {
    replies["GET /v1/health/version"] = { status: 200, body: "<h1>Welcome</h1>" };
    const { code, stderr } = await setUp(options());
    expect(code).toBe(3);
    expect(stderr).toContain(`There is no Appwrite at ${endpoint()}`);
    expect(keysSent).toEqual([undefined]);
  });

  test("https is asked for, before the key is sent", async () => {
    const headers = { Location: "https://127.0.0.1/v1/health/version" };
    replies["GET /v1/health/version"] = { status: 301, headers };
    const { code, stderr } = await setUp(options());
    expect(code).toBe(3);
    expect(stderr).toContain(`Use ${endpoint().replace("http:", "https:")}`);
    expect(keysSent).toEqual([undefined]);
  });

  test("a server that is too old", async () => {
    replies["GET /v1/health/version"] = { status: 200, body: { version: "1.7.5" } };
    const { code, stderr } = await setUp(options());
    expect(code).toBe(3);
    expect(stderr).toBe("This is Appwrite 1.7.5, and the site needs 1.8 or newer.\n");
  });
});

describe("rejections", () => {
  test.each<[description: string, reply: Reply, message: string]>([
    [
      "an unknown key that counts as a guest",
      {
        status: 401,
        body: {
          type: "general_unauthorized_scope",
          message: 'User (role: guests) missing scopes (["databases.read"])',
        },
      },
      "Appwrite does not know this API key.",
    ],
    ["an expired key", { status: 401, body: { type: "project_key_expired", message: "" } }, "The API key has expired"],
    [
      "an unknown project",
      { status: 404, body: { type: "project_not_found", message: "" } },
      'There is no project "navarambh"',
    ],
  ])("%s", async (_, reply, message) => {
    replies["GET /v1/tablesdb/main"] = reply;
    const { code, stderr } = await setUp(options());
    expect(code).toBe(4);
    expect(stderr).toContain(message);
  });

  test("a database of another kind has the id", async () => {
    replies["GET /v1/tablesdb/main"] = notFound("database_not_found");
    replies["GET /v1/storage/buckets/files"] = notFound("storage_bucket_not_found");
    replies["POST /v1/tablesdb"] = { status: 409, body: { type: "database_already_exists", message: "" } };
    const { code, stderr } = await setUp(options());
    expect(code).toBe(1);
    expect(stderr).toContain("choose another id with --database");
  });

  test("the server takes no files of that size", async () => {
    haveProject("available");
    replies["GET /v1/storage/buckets/files"] = notFound("storage_bucket_not_found");
    replies["POST /v1/storage/buckets"] = {
      status: 400,
      body: {
        type: "general_argument_invalid",
        message: "Invalid `maximumFileSize` param: Value must be a valid range",
      },
    };
    const { code, stderr } = await setUp(options());
    expect(code).toBe(1);
    expect(stderr).toContain("raise its _APP_STORAGE_LIMIT");
  });

  test("an error that is not Appwrite's", async () => {
    replies["GET /v1/tablesdb/main"] = { status: 502, body: "<h1>Bad gateway</h1>" };
    const { code, stderr } = await setUp(options());
    expect(code).toBe(1);
    expect(stderr).toContain("502");
  });
});

describe("waiting", () => {
  test("ends, and names the column that hangs", async () => {
    haveProject("processing");
    const { code, stderr } = await setUp([...options(), "--wait", "1"]);
    expect(code).toBe(1);
    expect(stderr).toContain("After 1 s Appwrite has not finished column college.");
  });

  test("a column that failed before is a conflict, with its reason", async () => {
    haveProject("failed", "Row too large");
    const { code, stdout, stderr } = await setUp(options());
    expect(code).toBe(1);
    expect(stdout).toContain("conflict  column college: Its status is failed (Row too large).");
    expect(stderr).toBe("1 conflict: nothing was changed.\n");
    expect(received.filter((call) => !call.startsWith("GET "))).toEqual([]);
  });
});

describe("the site's platform", () => {
  test("is left to a person where the server has no such endpoint", async () => {
    haveProject("available");
    const { code, stdout } = await setUp([...options(), "--site", "https://navarambh.example"]);
    expect(code).toBe(0);
    expect(stdout).toContain("add a Web platform with the host name navarambh.example.");
  });

  test("is left to a person where the key may not see platforms", async () => {
    haveProject("available");
    replies["GET /v1/project/platforms"] = {
      status: 401,
      body: { type: "general_unauthorized_scope", message: '(role: applications) missing scopes (["platforms.read"])' },
    };
    const { code, stdout } = await setUp([...options(), "--check"], { SITE_ORIGIN: "https://navarambh.example" });
    expect(code).toBe(0);
    expect(stdout).toContain("Or give this key the scopes platforms.read and platforms.write.");
  });

  test("may be a pattern", async () => {
    haveProject("available");
    replies["GET /v1/project/platforms"] = {
      status: 200,
      body: { platforms: [{ type: "web", hostname: "*.example.in" }] },
    };
    const there = await setUp([...options(), "--check", "--site", "https://hub.example.in"]);
    expect(there.stdout).toContain("there     web platform hub.example.in");
    const missing = await setUp([...options(), "--check", "--site", "https://example.in"]);
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain("missing   web platform example.in");
  });
});

test("no output has the key, or moves the cursor of what is no terminal", async () => {
  haveProject("available");
  const { stdout, stderr } = await setUp(options());
  expect(stdout).toContain("APPWRITE_API_KEY");
  expect(stdout + stderr).not.toContain(SECRET);
  for (const control of ["\r", "\u001b"]) expect(stdout).not.toContain(control);
});

test.each([
  ["a key of two lines", () => ["--endpoint", endpoint(), "--project", "p", "--key", `${SECRET}\nmore`], 2],
  ["a project id of two lines", () => ["--endpoint", endpoint(), "--project", "p\nq", "--key", SECRET], 2],
  [
    "a password in the endpoint",
    () => ["--endpoint", `http://user:${SECRET}@host/v1`, "--project", "p", "--key", "k"],
    2,
  ],
])("%s is rejected, and not printed", async (_, args, expected) => {
  const { code, stdout, stderr } = await setUp(args());
  expect(code).toBe(expected);
  expect(stdout + stderr).not.toContain(SECRET);
  expect(received).toEqual([]);
});

test.each<[what: string, reply: Reply]>([
  [
    "a message with the key and codes that a terminal obeys",
    { status: 500, body: { message: `\u001b[2J${SECRET}\r\nAll of it is there.`, type: "x" } },
  ],
  [
    "scopes that are no list",
    { status: 401, body: { message: "missing scopes ([x])", type: "general_unauthorized_scope" } },
  ],
  ["another shape", { status: 200, body: { $permissions: 7 } }],
  ["more than can be a response", { status: 200, body: `"${"x".repeat(6_000_000)}"` }],
])("a server that answers with %s gets a sentence, in one line", async (_, reply) => {
  haveProject("available");
  replies["GET /v1/tablesdb/main/tables/users"] = reply;
  const { code, stderr } = await setUp(options());
  expect(code).not.toBe(0);
  expect(stderr.trim()).toMatch(/^[^\p{Cc}]+$/u);
  expect(stderr).not.toContain(SECRET);
  expect(stderr).not.toContain("    at ");
});

test("a redirect to no address is said", async () => {
  replies["GET /v1/health/version"] = { status: 302, headers: { Location: "https://[" } };
  expect(await setUp(options())).toMatchObject({ code: 3, stderr: expect.stringContaining("redirects to") });
});
