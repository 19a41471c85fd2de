// The API's description as a document: a validator of OpenAPI 3.1 reads it, and the examples match their schemas.
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ApiErrorSchema } from "../../../../app/contract/error-body";
import { ERROR_STATUSES, errorExample, errorMeaning } from "../../../../worker/api/error-meanings";
import { describeApi, parametersOf } from "../../../../worker/api/openapi";
import { operations } from "../../../../worker/api/routes";
import { TAGS, tagOf } from "../../../../worker/api/tags";

const OPERATIONS = operations();
const DOCUMENT = JSON.parse(JSON.stringify(describeApi(OPERATIONS, "https://www.example.org")));
const NAMED = OPERATIONS.map((operation) => ({ ...operation, name: `${operation.method} ${operation.path}` }));

interface Content {
  schema: object;
  example?: unknown;
}

/** Every content of the document that has a schema of its own, with its place. */
function contents(node: unknown, place = "#"): { place: string; content: Content }[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "application/json" ? [{ place, content: value as Content }] : contents(value, `${place}/${key}`),
  );
}

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    expect(await new Validator().validate(structuredClone(DOCUMENT))).toEqual({ valid: true });
  });

  it("makes the validator complain when it is broken", async () => {
    const broken = structuredClone(DOCUMENT);
    delete broken.paths["/account"].get.responses;
    broken.paths["/account"].get.answers = {};
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  it("names each operation once, by a verb and a noun", () => {
    const ids = OPERATIONS.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
  });

  it("has one tag for each operation, and no tag without one", () => {
    const used = OPERATIONS.map(({ path }) => tagOf(path)?.name);
    expect(new Set(used)).toEqual(new Set(TAGS.map(({ name }) => name)));
  });

  it("defines each parameter of a path", () => {
    for (const operation of OPERATIONS) {
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = parametersOf(operation).filter((one) => one.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual(names);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  it("tells of each call whether it requires a session, uses one, or neither", () => {
    for (const { method, path, isForMembers, isForPendingSignIn, usesSession, errors } of OPERATIONS) {
      const { security } = DOCUMENT.paths[path][method];
      if (isForMembers) {
        expect(security).toEqual([{ session: [] }]);
        expect(errors).toContain(401);
      } else if (isForPendingSignIn) expect(security).toEqual([{ pendingSignIn: [] }]);
      else expect(security).toEqual(usesSession ? [{ session: [] }, {}] : []);
    }
  });

  it("leads each reference somewhere", () => {
    const references = [...JSON.stringify(DOCUMENT).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
    expect(references.length).toBeGreaterThan(0);
    for (const path of references) {
      expect(path.split("/").reduce((at, part) => at?.[part], DOCUMENT)).toBeTypeOf("object");
    }
  });
});

describe("the descriptions", () => {
  it.each(NAMED)("of $name is a line, and sentences", ({ summary, description }) => {
    expect(summary).toMatch(/^[A-Z].{9,79}[^.]$/);
    if (description !== undefined) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  it.each(NAMED)("of $name explain each parameter, header and error, with an example", (operation) => {
    for (const parameter of parametersOf(operation)) {
      expect(parameter).toMatchObject({ description: expect.stringMatching(/^\w.{9,}/), example: expect.any(String) });
    }
    for (const { description, headers = {} } of Object.values(operation.responses)) {
      expect(description).not.toBe("");
      for (const header of Object.values(headers)) {
        expect(header).toMatchObject({ description: expect.stringMatching(/./), example: expect.stringMatching(/./) });
      }
    }
    for (const status of operation.errors) expect(errorMeaning(status)).not.toBe("");
  });
});

describe("the examples", () => {
  it.each(NAMED)("of $name pass the schemas of its route", ({ body, example, responses, params, query, headers }) => {
    if (body) expect(z.safeParse(body, example).error).toBeUndefined();
    else expect(example).toBeUndefined();
    for (const response of Object.values(responses)) {
      // Parsed by a schema, an object loses the keys that the schema does not have.
      if (response.schema) expect(z.parse(response.schema, response.example)).toEqual(response.example);
      else expect(response.example).toBeUndefined();
    }
    for (const schema of [params, query, headers]) {
      if (!schema) continue;
      const parameters = parametersOf({ params: schema } as never);
      const values = Object.fromEntries(parameters.map((one) => [one.name, one.example]));
      expect(z.safeParse(schema, values).error).toBeUndefined();
    }
  });

  it("pass the schemas of the document", () => {
    const found = contents({ paths: DOCUMENT.paths });
    expect(found.length).toBeGreaterThan(20);
    for (const { place, content } of found) {
      const result = z.fromJSONSchema(content.schema as never).safeParse(content.example);
      expect(result.error, place).toBeUndefined();
    }
  });

  it.each(ERROR_STATUSES)("has an error with status %i", (status) => {
    const example = errorExample(status);
    expect(z.parse(ApiErrorSchema, example)).toEqual(example);
    expect(example?.error.code).toBe(status);
  });

  it("name nobody who exists, and no secret that looks real", () => {
    const text = JSON.stringify(DOCUMENT);
    const addresses = text.match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g) ?? [];
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/@example\.org$/);
    const hosts = [...text.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host = ""]) => host);
    for (const host of hosts) expect(host).toMatch(/(^|\.)example\.org$/);
    for (const [, secret = ""] of text.matchAll(/"(?:secret|proof|uploadTicket|userId)":"([^"]+)"/g)) {
      expect(secret).toMatch(/^(the-[\w-]+|\d{6}|68f1c2[0-9a-f]{14})$/);
    }
  });
});
