import { describe, expect, it, test } from "vitest";
import { ApiErrorSchema } from "../../../app/contract/error-body";
import { descriptionOf } from "../../../worker/api/endpoint";
import { describeApi, errorsOf, type Operation, parametersOf } from "../../../worker/api/openapi";
import { operations, routes } from "../../../worker/api/routes";
import { Faults, refusesConnection } from "../support/faults";
import { join, PASSWORD, signIn, signUpForm } from "../support/people";
import { mailedEnrolmentCode, switchOnSecondFactor, verifyEmail } from "../support/second-factor";
import { type Browser, createTestApp } from "../support/test-app";

const OPERATIONS = operations();
const schemaOf = (method: string, path: string, status: number) =>
  OPERATIONS.find((one) => one.method === method && one.path === path)?.responses[status]?.schema;

const NAMED = OPERATIONS.map((operation) => ({ ...operation, name: `${operation.method} ${operation.path}` }));

/** Method, path, body and the expected status. */
type Call = [string, string, unknown, number];

/** Sends the calls, and checks that each answer has its schema. */
async function expectDescribed(browser: Browser, calls: readonly Call[]): Promise<void> {
  for (const [method, path, body, status] of calls) {
    const response = await browser.send(method.toUpperCase(), path, body);
    expect(response.status).toBe(status);
    const answer = await response.json();
    expect(schemaOf(method, path, status)?.parse(answer)).toEqual(answer);
  }
}

/** Sends an operation's example. */
function sendExample(browser: Browser, operation: Operation): Promise<Response> {
  const { method, path, example, bodyType } = operation;
  const url = new URL(`/api${path}`, "https://localhost");
  const headers = new Headers();
  for (const parameter of parametersOf(operation)) {
    const value = String(parameter.example);
    if (parameter.in === "header") headers.set(parameter.name, value);
    else if (parameter.in === "query") url.searchParams.set(parameter.name, value);
    else url.pathname = url.pathname.replace(encodeURI(`{${parameter.name}}`), value);
  }
  if (example !== undefined) headers.set("Content-Type", "application/json");
  else if (bodyType) headers.set("Content-Type", bodyType);
  const body = example === undefined ? (bodyType && "bytes") || undefined : JSON.stringify(example);
  return browser.fetch(url.pathname + url.search, { method: method.toUpperCase(), headers, body });
}

describe("the API's description", () => {
  it("describes every route once", () => {
    const described = routes.routes.filter(({ handler }) => descriptionOf(handler));
    const keys = (list: typeof routes.routes) => list.map(({ method, path }) => `${method} ${path}`);
    const answering = routes.routes.filter(({ method }) => method !== "ALL");
    expect(new Set(keys(described))).toEqual(new Set(keys(answering)));
    expect(described).toHaveLength(OPERATIONS.length);
    expect(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(OPERATIONS.length);
  });

  it("says which calls require a session: those refuse a guest", async () => {
    const app = createTestApp();
    const forMembers = OPERATIONS.filter(({ isForMembers }) => isForMembers);
    expect(forMembers.length).toBeGreaterThan(15);
    for (const operation of forMembers) {
      const { status } = await sendExample(app.browser(), operation);
      expect(status, `${operation.method} ${operation.path}`).toBe(401);
    }
  });

  it("has no GET that opens a session", async () => {
    const app = createTestApp();
    for (const operation of OPERATIONS.filter(({ method }) => method === "get")) {
      const browser = app.browser();
      await (await sendExample(browser, operation)).body?.cancel();
      expect([...browser.cookies.keys()], operation.path).toEqual([]);
    }
  });

  it("is the OpenAPI document of this deployment", async () => {
    const response = await createTestApp().browser().send("GET", "/openapi.json");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(describeApi(OPERATIONS, "https://localhost"))));
  });

  it("uses the schemas that validate the bodies", async () => {
    const { paths } = await (await createTestApp().browser().send("GET", "/openapi.json")).json<{
      paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: object }> } }>>;
    }>();
    expect(paths["/account/sessions/email"]?.post?.requestBody.content["application/json"]?.schema).toEqual({
      type: "object",
      properties: { email: { type: "string", maxLength: 4096 }, password: { type: "string", maxLength: 4096 } },
      required: ["email", "password"],
      additionalProperties: false,
    });
    const signUp = paths["/account"]?.post?.requestBody.content["application/json"]?.schema;
    expect(signUp).toMatchObject({ properties: { college: {}, companyUrl: {}, uploadTicket: {} } });
  });

  it("matches real responses", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [guest, browser] = [app.browser(), app.browser()];
    const form = signUpForm();
    const { email } = form;
    const calls: Call[] = [
      ["post", "/account", form, 201],
      ["post", "/account", form, 200],
      ["post", "/account/sessions/email", { email, password: PASSWORD }, 201],
      ["get", "/account", undefined, 200],
      ["get", "/account/sessions", undefined, 200],
      ["patch", "/account/name", { name: "Asha" }, 200],
      ["get", "/profile", undefined, 200],
      ["patch", "/profile", { location: "Thane" }, 200],
      ["get", "/profile/file", undefined, 200],
      ["get", "/account/second-factor", undefined, 200],
      ["get", "/account/export", undefined, 200],
      ["post", "/account/tokens/email", { email, phrase: true }, 201],
      ["post", "/account/verification", undefined, 202],
      ["post", "/account/recovery", { email }, 202],
      ["get", "/health", undefined, 200],
      ["get", "/openapi.json", undefined, 200],
    ];
    await expectDescribed(browser, calls);
    const { code, recoveryCodes, userId } = await switchOnSecondFactor(email);
    await verifyEmail(userId);
    await signIn(browser, email);
    const finishing: Call[] = [
      ["get", "/account/challenge", undefined, 200],
      ["post", "/account/challenge/email", undefined, 202],
      ["post", "/account/challenge", { factor: "recoveryCode", code: recoveryCodes[0] }, 201],
      ["get", "/account/second-factor", undefined, 200],
      ["post", "/account/second-factor/recovery-codes", { password: PASSWORD, code: recoveryCodes[1] }, 200],
    ];
    await expectDescribed(browser, finishing);
    await browser.send("DELETE", "/account/second-factor", { password: PASSWORD, code: await code() });
    await expectDescribed(browser, [["post", "/account/second-factor/email", { password: PASSWORD }, 202]]);
    const mailed = await mailedEnrolmentCode(browser);
    await expectDescribed(browser, [["post", "/account/second-factor/authenticator", { code: mailed }, 200]]);
    await app.waitForBackgroundTasks();
    faults.on(/./, refusesConnection);
    const unwell = await (await guest.send("GET", "/health")).json();
    expect(schemaOf("get", "/health", 503)?.parse(unwell)).toEqual(unwell);
  });
});

test("somebody who sends the examples in turn signs up, signs in, changes their account and deletes it", async () => {
  const browser = createTestApp().browser();
  const calls = [
    ["signUp", 201],
    ["signOut", 204],
    ["signIn", 201],
    ["changeName", 200],
    ["changePhone", 200],
    ["updateProfile", 200],
    ["createUpload", 201],
    ["exportAccount", 200],
    ["deleteAccount", 204],
  ] as const;
  for (const [id, status] of calls) {
    const operation = OPERATIONS.find(({ operationId }) => operationId === id);
    expect([id, operation && (await sendExample(browser, operation)).status]).toEqual([id, status]);
  }
});

describe("a body of more than 64 KiB", () => {
  const isRead = ({ method, path }: Operation) =>
    ["post", "put", "patch", "delete"].includes(method) && !path.startsWith("/files");
  it.each(NAMED.filter(isRead))("is refused by $name, which describes that", async (operation) => {
    const { method, path } = operation;
    const response = await createTestApp()
      .browser()
      .fetch(`/api${path.replace(/\{\w+\}/, "current")}`, { method: method.toUpperCase(), body: "x".repeat(70_000) });
    expect(response.status).toBe(413);
    expect(errorsOf(operation)).toContain(413);
  });
});

describe("the example of a call", () => {
  it.each(NAMED)("$name gets a described response, from a guest and from a member", async (operation) => {
    const app = createTestApp();
    const member = app.browser();
    await join(member);
    for (const browser of [app.browser(), member]) {
      const response = await sendExample(browser, operation);
      const { status } = response;
      expect([...Object.keys(operation.responses).map(Number), ...errorsOf(operation)]).toContain(status);
      const described = operation.responses[status];
      const text = await response.text();
      for (const name of Object.keys(described?.headers ?? {})) expect(response.headers.get(name)).not.toBeNull();
      if (!described && operation.method !== "head")
        expect(ApiErrorSchema.parse(JSON.parse(text))).toEqual(JSON.parse(text));
      if (described?.schema) expect(described.schema.parse(JSON.parse(text))).toEqual(JSON.parse(text));
    }
    await app.waitForBackgroundTasks();
  });
});
