import { describe, expect, it } from "vitest";
import { type Bindings, loadConfig } from "../../../worker/config";
import { bindingsWithoutSettings, createTestApp, ORIGIN } from "../support/test-app";

/** Production bindings, without settings by default. */
function production(settings: Record<string, string> = {}): Bindings {
  return { ...bindingsWithoutSettings(), ...settings };
}

const COMPLETE = {
  APPWRITE_ENDPOINT: "https://cloud.example/v1",
  APPWRITE_PROJECT_ID: "navarambh",
  APPWRITE_API_KEY: "key",
  APPWRITE_DATABASE_ID: "main",
  APPWRITE_COLLECTION_ID: "users",
  APPWRITE_BUCKET_ID: "files",
  SESSION_SECRET: "a secret of at least thirty-two characters",
};

const get = (path: string) => new Request(ORIGIN + path);

/** The API's error message about the settings. */
async function settingsError(env: Bindings): Promise<string> {
  const response = await createTestApp().fetch(get("/api/account"), env);
  return (await response.json<{ error: { message: string } }>()).error.message;
}

describe("a deployment without settings", () => {
  it("serves no mailbox", async () => {
    for (const path of ["/__mailbox", "/__mailbox.json", "/__mailbox/1"]) {
      expect((await createTestApp().fetch(get(path), production())).status).toBe(404);
    }
  });

  it("responds to /api with 503 and names every setting", async () => {
    const response = await createTestApp().fetch(get("/api/account"), production());
    expect(response.status).toBe(503);
    const { error } = await response.json<{ error: { type: string; message: string } }>();
    expect(error.type).toBe("setting_missing");
    for (const name of Object.keys(COMPLETE)) expect(error.message).toContain(name);
  });

  it.each(["/", "/login", "/nosuch"])("lists the missing settings on %s", async (path) => {
    const response = await createTestApp().fetch(get(path), production());
    expect(response.status).toBe(503);
    const page = await response.text();
    for (const name of Object.keys(COMPLETE)) expect(page).toContain(`<code>${name}</code> is not set`);
    const nonce = /nonce="(\w+)"/.exec(page)?.[1];
    expect(response.headers.get("Content-Security-Policy")).toContain(`'nonce-${nonce}'`);
  });

  it("names only the invalid settings, without their values", async () => {
    const env = production({
      ...COMPLETE,
      SESSION_SECRET: "too short",
      APPWRITE_ENDPOINT: "cloud",
      FILE_MAX_BYTES: "many",
    });
    const message = await settingsError(env);
    expect(message).toContain("SESSION_SECRET has fewer than 32 characters");
    expect(message).toContain("APPWRITE_ENDPOINT is not a web address");
    expect(message).toContain("FILE_MAX_BYTES is not a number of bytes");
    expect(message).not.toMatch(/too short|APPWRITE_API_KEY/);
  });

  it.each([
    ["FILE_MAX_BYTES", "1.5", "is not a whole number of bytes"],
    ["FILE_MAX_BYTES", "1e300", "is not a whole number of bytes"],
    ["FILE_MAX_BYTES", "-1", "is not a positive number of bytes"],
    ["EMAIL_VERIFIED_AT_SIGN_UP", "yes", 'is neither "true" nor "false"'],
    ["APPWRITE_ENDPOINT", "http://cloud.example/v1", "does not begin with https://"],
    ["APPWRITE_ENDPOINT", "https://cloud.example", "does not end in /v1"],
    ["APPWRITE_ENDPOINT", "https://v1", "does not end in /v1"],
    ["APPWRITE_ENDPOINT", "https://cloud.example/v1?x=1", "does not end in /v1"],
    ["APPWRITE_PROJECT_ID", '"navarambh"', "is not an id: those have up to 36 letters, digits, . _ or -"],
    ["APPWRITE_DATABASE_ID", "main database", "is not an id: those have up to 36 letters, digits, . _ or -"],
    ["APPWRITE_API_KEY", "ключ", "has a space or another character that no key has"],
    ["SITE_ORIGIN", "ftp://navarambh.example", "is not a web address"],
    ["SOCIAL_X", "http://x.example", "is not an https:// address"],
    ["SESSION_SECRET_PREVIOUS", "too short", "has fewer than 32 characters"],
  ])("rejects %s=%s: it %s", async (name, value, problem) => {
    const env = production({ ...COMPLETE, [name]: value });
    const message = await settingsError(env);
    expect(message).toBe(`This deployment is not set up: ${name} ${problem}`);
  });

  it("ignores a line break at the end of a setting", async () => {
    const { APPWRITE_API_KEY, APPWRITE_ENDPOINT } = COMPLETE;
    const piped = { APPWRITE_API_KEY: `${APPWRITE_API_KEY}\n`, APPWRITE_ENDPOINT: `${APPWRITE_ENDPOINT}\n` };
    const config = await loadConfig(production({ ...COMPLETE, ...piped }));
    expect([config.apiKey, config.server.baseUrl]).toEqual([APPWRITE_API_KEY, APPWRITE_ENDPOINT]);
  });

  it("does not use the embedded backend without its binding", async () => {
    const response = await createTestApp().fetch(get("/api/account"), production({ EMBEDDED_APPWRITE: "true" }));
    expect(response.status).toBe(503);
  });
});

describe("a deployment on a real Appwrite", () => {
  it.each(["localhost:8090", "127.0.0.1", "192.168.1.5", "172.17.0.1", "host.docker.internal", "appwrite", "[::1]:80"])(
    "may reach it over http on its own network (%s)",
    async (host) => {
      const message = await settingsError(
        production({ ...COMPLETE, APPWRITE_ENDPOINT: `http://${host}/v1`, FILE_MAX_BYTES: "-1" }),
      );
      expect(message).toBe("This deployment is not set up: FILE_MAX_BYTES is not a positive number of bytes");
    },
  );

  it.each(["8.8.8.8", "172.32.0.1", "[2001:db8::1]", "localhost.example", "10.evil.example"])(
    "may not reach it over http on the Internet (%s)",
    async (host) => {
      const message = await settingsError(production({ ...COMPLETE, APPWRITE_ENDPOINT: `http://${host}/v1` }));
      expect(message).toBe("This deployment is not set up: APPWRITE_ENDPOINT does not begin with https://");
    },
  );

  it("serves no mailbox", async () => {
    expect((await createTestApp().fetch(get("/__mailbox"), production(COMPLETE))).status).toBe(404);
  });

  it("calls the configured endpoint with its project and key", async () => {
    const requests: Request[] = [];
    const app = createTestApp({
      wrapServer: ({ baseUrl }) => ({
        baseUrl,
        fetch: async (request) => {
          requests.push(request);
          return Response.json({ message: "no", type: "user_invalid_credentials", code: 401 }, { status: 401 });
        },
      }),
    });
    const init = { method: "POST", headers: { "Content-Type": "application/json" } };
    const body = JSON.stringify({ email: "a@example.org", password: "Neem-valley-77" });
    await app.fetch(new Request(`${ORIGIN}/api/account/sessions/email`, { ...init, body }), production(COMPLETE));
    expect(requests[0]?.url).toBe("https://cloud.example/v1/account/sessions/email");
    expect(requests[0]?.headers.get("X-Appwrite-Project")).toBe("navarambh");
    expect(requests[0]?.headers.get("X-Appwrite-Key")).toBe("key");
    expect(requests[0]?.headers.has("X-Appwrite-Session")).toBe(false);
  });
});
