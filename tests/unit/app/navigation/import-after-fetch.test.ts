import { afterEach, expect, test, vi } from "vitest";
import { importAfterFetch } from "../../../../app/navigation/import-after-fetch";

afterEach(() => vi.unstubAllGlobals());

const FILES = ["assets/part.js", "assets/shared.js"];

test("fetches the files of a part, then imports it", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return new Response("code");
  });
  const part = await importAfterFetch(async () => {
    asked.push("import");
    return "part";
  }, FILES);
  expect(part).toBe("part");
  expect(asked).toEqual(["/assets/part.js", "/assets/shared.js", "import"]);
});

test.each([
  ["cannot be fetched", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["is answered with an error", async () => new Response("", { status: 503 })],
  [
    "ends in the middle",
    async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError("lost")) })),
  ],
])("imports nothing where a file %s, and all of it when asked again", async (_, failure) => {
  const answers = [failure, async () => new Response("code")];
  vi.stubGlobal("fetch", (url: string) => {
    const answer = url === "/assets/shared.js" ? answers.shift() : answers.at(-1);
    return answer?.();
  });
  const load = vi.fn(async () => "part");
  await expect(importAfterFetch(load, FILES)).rejects.toThrow();
  expect(load).not.toHaveBeenCalled();
  expect(await importAfterFetch(load, FILES)).toBe("part");
});
