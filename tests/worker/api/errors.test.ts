import { describe, expect, it } from "vitest";
import { ApiErrorSchema } from "../../../app/contract/error-body";
import {
  cutsConnection,
  type Fault,
  Faults,
  failsWith,
  neverResponds,
  refusesConnection,
  rejectsWith,
  respondsWith,
  sendsHtml,
  sendsTruncatedJson,
} from "../support/faults";
import { join, PASSWORD, signIn, signUpForm } from "../support/people";
import { createTestApp, ORIGIN } from "../support/test-app";
import { createUpload, fileBytes, sendBytes } from "../support/uploads";

async function createFailingApp(fault: Fault) {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 });
  const browser = app.browser();
  const { email } = await join(browser);
  faults.on(/./, fault);
  return { app, browser, email };
}

const limited = respondsWith(
  429,
  JSON.stringify({
    message: "Rate limit for the current endpoint has been exceeded.",
    type: "general_rate_limit_exceeded",
    code: 429,
  }),
  { "Content-Type": "application/json", "X-RateLimit-Reset": String(Math.floor(Date.now() / 1000) + 900) },
);

const FAULTS: [string, Fault, number, string][] = [
  ["refuses connections", refusesConnection, 502, "backend_failed"],
  ["breaks the connection within its response", cutsConnection, 502, "backend_failed"],
  ["responds with 500", failsWith(500), 502, "backend_failed"],
  ["responds with 503", failsWith(503), 502, "backend_failed"],
  ["does not respond", neverResponds, 504, "backend_stalled"],
  ["breaks off its JSON", sendsTruncatedJson, 502, "backend_failed"],
  ["responds in HTML", sendsHtml, 502, "backend_failed"],
  [
    "responds with 404 in HTML",
    respondsWith(404, "<html></html>", { "Content-Type": "text/html" }),
    502,
    "backend_failed",
  ],
  ["limits the rate", limited, 429, "general_rate_limit_exceeded"],
];

/** Errors of Appwrite that a wrong setting causes. */
const SETUP_ERRORS: [string, Fault][] = [
  ["database", rejectsWith(404, "database_not_found", "Database with the requested ID 'mainn' could not be found.")],
  ["project", rejectsWith(404, "project_not_found", "Project with the requested ID 'mainn' could not be found.")],
  [
    "collection",
    rejectsWith(404, "collection_not_found", "Collection with the requested ID 'userss' could not be found."),
  ],
  ["table", rejectsWith(404, "table_not_found", "Table with the requested ID 'userss' could not be found.")],
  ["column", rejectsWith(400, "general_query_invalid", "Invalid query: Attribute not found in schema: id")],
];

const CALLS: [string, string, (email: string) => unknown][] = [
  ["GET", "/account", () => undefined],
  ["POST", "/account/sessions/email", (email) => ({ email, password: PASSWORD })],
  ["GET", "/account/sessions", () => undefined],
  ["PATCH", "/profile", () => ({ location: "Thane" })],
  ["POST", "/account/verification", () => undefined],
];

describe.each(FAULTS)("when the backend %s", (_, fault, status, type) => {
  it.each(CALLS)("%s %s returns an API error without internal details", async (method, path, body) => {
    const { app, browser, email } = await createFailingApp(fault);
    const response = await browser.send(method, path, body(email));
    expect(response.status).toBe(status);
    const text = await response.text();
    const { error } = ApiErrorSchema.parse(JSON.parse(text));
    expect(error).toMatchObject({ code: status, type, requestId: response.headers.get("X-Request-Id") });
    expect(text).not.toMatch(/node-3|connection re|stack|\.ts/);
    if (status === 429) expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(800);
    else
      expect(app.log).toContainEqual(
        expect.objectContaining({ event: "call failed", type, requestId: error.requestId }),
      );
  });

  it("a page still renders", async () => {
    const { browser } = await createFailingApp(fault);
    expect((await browser.fetch("/about")).status).toBe(200);
  });
});

describe("the error model", () => {
  it.each(SETUP_ERRORS)("names a missing %s in the log, and not to the visitor", async (_, fault) => {
    const { app, browser, email } = await createFailingApp(fault);
    const response = await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(response.status).toBe(502);
    expect(await response.text()).not.toMatch(/mainn|userss|schema/);
    const named = expect.stringMatching(/mainn|userss|schema/);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "call failed", error: named }));
  });

  it("keeps Appwrite's message", async () => {
    const { browser } = await createFailingApp(
      respondsWith(
        403,
        JSON.stringify({ message: "The current user has been blocked.", type: "user_blocked", code: 403 }),
      ),
    );
    const response = await browser.send("GET", "/account");
    expect(await response.json()).toMatchObject({
      error: { code: 403, type: "user_blocked", message: "The current user has been blocked." },
    });
  });

  it("has one type for unknown errors of Appwrite", async () => {
    const { browser } = await createFailingApp(
      respondsWith(412, JSON.stringify({ message: "No.", type: "project_paused", code: 412 })),
    );
    const response = await browser.send("GET", "/account");
    expect(await response.json()).toMatchObject({ error: { code: 412, type: "backend_refused", message: "No." } });
  });

  it("reports a wrong API key as a backend failure", async () => {
    const wrongKey = JSON.stringify({
      message: "The provided API key is invalid",
      type: "user_unauthorized",
      code: 401,
    });
    const { app, browser, email } = await createFailingApp(respondsWith(401, wrongKey));
    const response = await signIn(browser, email);
    expect(await response.json()).toMatchObject({ error: { code: 502, type: "backend_failed" } });
    expect(app.log).toContainEqual(expect.objectContaining({ event: "call failed", backendType: "user_unauthorized" }));
  });

  it("hides the details of an unexpected error", async () => {
    const app = createTestApp({
      render: async () => {
        throw new Error("a secret detail");
      },
    });
    const response = await app.browser().fetch("/");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret detail");
    expect(app.log).toContainEqual(expect.objectContaining({ event: "call failed", error: "Error: a secret detail" }));
  });

  it.each([
    ["an unknown path", "GET", "/nosuch", 404, "not_found"],
    ["the top", "GET", "", 404, "not_found"],
    ["a deep unknown path", "POST", "/account/sessions/email/x", 404, "not_found"],
    ["a method that a path does not have", "PUT", "/account", 405, "method_not_allowed"],
    ["another one", "POST", "/health", 405, "method_not_allowed"],
  ])("is JSON for %s", async (_, method, path, status, type) => {
    const response = await createTestApp().browser().send(method, path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: status, type } });
  });

  it.each([
    ["PUT", "/account", "GET, HEAD, POST, DELETE"],
    ["POST", "/health", "GET, HEAD"],
    ["GET", "/account/sessions/email", "POST, DELETE"],
    ["GET", "/files", "OPTIONS, POST"],
    ["GET", "/files/6560a1b2", "OPTIONS, HEAD, PATCH, DELETE"],
    ["PUT", "/files/6560a1b2", "OPTIONS, HEAD, PATCH, DELETE"],
    ["POST", "/files/6560a1b2/content", "GET, HEAD"],
  ])("lists the supported methods after %s %s", async (method, path, allowed) => {
    const headers = { "Tus-Resumable": "1.0.0" };
    const response = await createTestApp().browser().fetch(`/api${path}`, { method, headers });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(allowed);
    expect(await response.json()).toMatchObject({ error: { type: "method_not_allowed" } });
  });

  it("is never cached, and neither is a success", async () => {
    const browser = createTestApp().browser();
    for (const path of ["/account", "/nosuch", "/health"]) {
      expect((await browser.send("GET", path)).headers.get("Cache-Control")).toBe("no-store");
    }
  });
});

describe("a request body", () => {
  const post = (body: BodyInit, headers: Record<string, string> = { "Content-Type": "application/json" }) =>
    createTestApp().fetch(new Request(`${ORIGIN}/api/account/sessions/email`, { method: "POST", headers, body }));

  it.each([
    ["half a JSON", '{"email":'],
    ["no JSON", "email=a"],
  ])("that is %s is unreadable", async (_, body) => {
    const response = await post(body);
    expect(await response.json()).toMatchObject({ error: { code: 400, type: "body_unreadable" } });
  });

  it.each(["application/x-www-form-urlencoded", "application/json+x", "application/jsonp", "text/json"])(
    "of another type is rejected: %s",
    async (type) => {
      const response = await post('{"email":"a","password":"b"}', { "Content-Type": type });
      expect(await response.json()).toMatchObject({ error: { code: 415, type: "media_type_unsupported" } });
    },
  );

  it("of more than 64 KiB without Content-Length is drained and rejected", async () => {
    let left = 30;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left === 0) return controller.close();
        left -= 1;
        controller.enqueue(new Uint8Array(10_000));
      },
    });
    const response = await post(body);
    expect(await response.json()).toMatchObject({ error: { code: 413, type: "body_too_large" } });
    expect(left).toBe(0);
  });

  it("of more than 64 KiB is rejected", async () => {
    const response = await post(JSON.stringify({ email: "a".repeat(70_000), password: "x" }));
    expect(await response.json()).toMatchObject({ error: { code: 413, type: "body_too_large" } });
  });

  it.each([
    "null",
    "[]",
    '"text"',
    "7",
    '{"email":1,"password":[]}',
    '{"email":"a","password":"b","admin":true}',
    '{"__proto__":{}}',
  ])("that is %s is invalid", async (body) => {
    const response = await post(body);
    expect(await response.json()).toMatchObject({ error: { code: 422, type: "validation_failed" } });
  });
});

describe("a body with unknown keys", () => {
  it("is rejected with a shortened message", async () => {
    const response = await createTestApp()
      .browser()
      .send("POST", "/account/recovery", { email: "a@example.org", ["k".repeat(60_000)]: 1 });
    expect(response.status).toBe(422);
    expect((await response.text()).length).toBeLessThan(600);
  });
});

describe("errors of Appwrite that members can see", () => {
  const REJECTIONS: [string, string, number, string, string][] = [
    [
      "general_argument_invalid",
      "Invalid `password` param: Password must be between 8 and 265 characters long, and should not be one of the commonly used password.",
      400,
      "password_too_common",
      "PATCH /account/password",
    ],
    [
      "password_recently_used",
      "The password you are trying to use is similar to your previous password.",
      400,
      "password_recently_used",
      "PATCH /account/password",
    ],
    [
      "password_personal_data",
      "The password you are trying to use contains references to your name.",
      400,
      "password_personal_data",
      "PATCH /account/password",
    ],
    ["user_blocked", "The current user has been blocked.", 403, "user_blocked", "POST /account/sessions/email"],
    [
      "user_session_already_exists",
      "Creation of a session is prohibited when a session is active.",
      401,
      "user_session_already_exists",
      "POST /account/sessions/email",
    ],
    [
      "user_count_exceeded",
      "The current project has exceeded the maximum number of users.",
      501,
      "user_count_exceeded",
      "POST /account",
    ],
    ["billing_limit_exceeded", "The storage limit of this project is exceeded.", 402, "storage_full", "POST /storage"],
  ];
  it.each(REJECTIONS)("are mapped to a type: %s, %s", async (type, message, code, expected, call) => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    const { email } = await join(browser);
    faults.on(new RegExp(`^${call}`), respondsWith(code, JSON.stringify({ message, code, type })));
    const other = { password: "Another-pass-9", oldPassword: PASSWORD };
    const send: Record<string, () => Promise<Response>> = {
      "PATCH /account/password": () => browser.send("PATCH", "/account/password", other),
      "PATCH /account/phone": () =>
        browser.send("PATCH", "/account/phone", { phone: "9822055501", password: PASSWORD }),
      "POST /account/sessions/email": () => signIn(browser, email),
      "POST /account": () => browser.send("POST", "/account", signUpForm()),
      "POST /storage": async () => {
        const created = await createUpload(browser, { name: "a.pdf", kind: "portfolio", size: 4000 });
        return sendBytes(browser, created.headers.get("Location") ?? "", 0, fileBytes("a.pdf", 4000));
      },
    };
    const response = await send[call]?.();
    expect(await response?.json()).toMatchObject({ error: { type: expected } });
  });

  it("are storage_full for status 507", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(/^POST \/storage/, respondsWith(507, "<html></html>", { "Content-Type": "text/html" }));
    const created = await createUpload(browser, { name: "a.pdf", kind: "portfolio", size: 4000 });
    const sent = await sendBytes(browser, created.headers.get("Location") ?? "", 0, fileBytes("a.pdf", 4000));
    expect(await sent.json()).toMatchObject({ error: { code: 507, type: "storage_full" } });
  });
});
