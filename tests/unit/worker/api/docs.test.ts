// The parts of the API's page: its example requests, and its styles.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { curlCommand } from "../../../../worker/api/docs/curl";
import { STYLES } from "../../../../worker/api/docs/styles";
import { operations } from "../../../../worker/api/routes";

const ROOT = join(import.meta.dirname, "../../../..");
const readStyles = (path: string) => readFileSync(join(ROOT, path), "utf8");

function commandOf(operationId: string): string {
  const operation = operations().find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`There is no operation ${operationId}`);
  return curlCommand(operation, "https://www.example.org");
}

describe("an example request", () => {
  it("keeps the session that it starts", () => {
    expect(commandOf("signIn")).toBe(`curl -X POST 'https://www.example.org/api/account/sessions/email' \\
  --cookie-jar cookies.txt \\
  -H 'Content-Type: application/json' \\
  -d '{
  "email": "asha.rao@example.org",
  "password": "three-mango-trees"
}'`);
  });

  it("sends the session, and the origin with it when it changes something", () => {
    expect(commandOf("listSessions")).toBe(`curl 'https://www.example.org/api/account/sessions' \\
  --cookie cookies.txt`);
    expect(
      commandOf("endSession"),
    ).toBe(`curl -X DELETE 'https://www.example.org/api/account/sessions/68f1c2a60021f04c8d17' \\
  --cookie cookies.txt \\
  -H 'Origin: https://www.example.org'`);
  });

  it("sends what is required in query and headers", () => {
    expect(
      commandOf("getUploadOffset"),
    ).toBe(`curl --head 'https://www.example.org/api/files/68f1c29f003be85a6d42?ticket=the-ticket-of-the-upload' \\
  --cookie cookies.txt \\
  -H 'Tus-Resumable: 1.0.0'`);
  });

  it("sends neither session nor body where none is needed", () => {
    expect(commandOf("getHealth")).toBe("curl 'https://www.example.org/api/health'");
  });
});

test("the page has the colours of the site", () => {
  const site = readStyles("app/app.css");
  const colors = STYLES.match(/--color-[\w-]+: (?:light-dark|oklch)\(.*;/g) ?? [];
  expect(colors.length).toBeGreaterThan(10);
  for (const color of colors) expect(site).toContain(color);
  const defined = colors.map((color) => color.split(":")[0]);
  for (const [, name] of STYLES.matchAll(/var\((--[\w-]+)\)/g)) expect(defined).toContain(name);
});

test("the page has fonts of the site", () => {
  const site = readStyles("app/styles/fonts.css");
  const fonts = STYLES.match(/url\("[^"]+"\)/g) ?? [];
  expect(fonts).toHaveLength(3);
  for (const font of fonts) expect(site).toContain(font);
});
