import { describe, expect, it } from "vitest";
import { descriptionOf } from "../../../worker/api/endpoint";
import { operations, routes } from "../../../worker/api/routes";
import { Faults, refusesConnection } from "../support/faults";
import { PASSWORD, signUpForm } from "../support/people";
import { createTestApp } from "../support/test-app";

const OPERATIONS = operations();
const schemaOf = (method: string, path: string, status: number) =>
  OPERATIONS.find((one) => one.method === method && one.path === path)?.responses[status]?.schema;

describe("the API's description", () => {
  it("describes every route once", () => {
    const described = routes.routes.filter(({ handler }) => descriptionOf(handler));
    const keys = (list: typeof routes.routes) => list.map(({ method, path }) => `${method} ${path}`);
    const answering = routes.routes.filter(({ method }) => method !== "ALL");
    expect(new Set(keys(described))).toEqual(new Set(keys(answering)));
    expect(described).toHaveLength(OPERATIONS.length);
    expect(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(OPERATIONS.length);
  });

  it("is OpenAPI 3.1 with valid references", async () => {
    const response = await createTestApp().browser().send("GET", "/openapi.json");
    expect(response.status).toBe(200);
    const text = await response.text();
    const document = JSON.parse(text);
    expect(document.openapi).toBe("3.1.1");
    expect(document.servers).toEqual([{ url: "https://localhost/api" }]);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
    expect(references.length).toBeGreaterThan(0);
    for (const path of references) {
      expect(path.split("/").reduce((at, part) => at?.[part], document)).toBeTypeOf("object");
    }
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
    const app = createTestApp({ wrapEndpoint: faults.wrap });
    const [guest, browser] = [app.browser(), app.browser()];
    const form = signUpForm();
    const { email } = form;
    const calls: [string, string, unknown, number][] = [
      ["post", "/account", form, 201],
      ["post", "/account", form, 200],
      ["post", "/account/sessions/email", { email, password: PASSWORD }, 201],
      ["get", "/account", undefined, 200],
      ["get", "/account/sessions", undefined, 200],
      ["patch", "/account/name", { name: "Asha" }, 200],
      ["get", "/profile", undefined, 200],
      ["patch", "/profile", { location: "Thane" }, 200],
      ["get", "/profile/file", undefined, 200],
      ["get", "/account/export", undefined, 200],
      ["post", "/account/tokens/email", { email, phrase: true }, 201],
      ["post", "/account/verification", undefined, 202],
      ["post", "/account/recovery", { email }, 202],
      ["get", "/health", undefined, 200],
      ["get", "/openapi.json", undefined, 200],
    ];
    for (const [method, path, body, status] of calls) {
      const response = await browser.send(method.toUpperCase(), path, body);
      expect(response.status).toBe(status);
      const answer = await response.json();
      expect(schemaOf(method, path, status)?.parse(answer)).toEqual(answer);
    }
    await app.waitForBackgroundTasks();
    faults.on(/./, refusesConnection);
    const unwell = await (await guest.send("GET", "/health")).json();
    expect(schemaOf("get", "/health", 503)?.parse(unwell)).toEqual(unwell);
  });
});

describe("the description's page", () => {
  it("lists every call, loads nothing, and has its nonce", async () => {
    const response = await createTestApp().browser().fetch("/api/docs");
    expect(response.status).toBe(200);
    const page = await response.text();
    for (const { method, path } of OPERATIONS) expect(page).toContain(`<h2>${method.toUpperCase()} ${path}</h2>`);
    const nonce = /<style nonce="(\w+)"/.exec(page)?.[1];
    expect(response.headers.get("Content-Security-Policy")).toContain(`'nonce-${nonce}'`);
    expect(page).not.toMatch(/<script|<link|<img|style=|src=/);
  });
});
