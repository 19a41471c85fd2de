import { expect, test, vi } from "vitest";
import { importAfterFetch, isFromOldBuild } from "../../../../app/navigation/import-after-fetch";

const FILES = ["assets/module.js", "assets/shared.js"];

test("a module's files are fetched before it is imported", async () => {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    calls.push(url);
    return new Response("code");
  });
  const module = await importAfterFetch(async () => {
    calls.push("import");
    return "module";
  }, FILES);
  expect(module).toBe("module");
  expect(calls).toEqual(["/assets/module.js", "/assets/shared.js", "import"]);
});

test.each([
  ["cannot be fetched", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["returns an error status", async () => new Response("", { status: 503 })],
  ["is cut off", async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError("lost")) }))],
])("a module is not imported when a file %s, and a second call imports it", async (_, failure) => {
  const responses = [failure, async () => new Response("code")];
  vi.stubGlobal("fetch", (url: string) => {
    const respond = url === "/assets/shared.js" ? responses.shift() : responses.at(-1);
    return respond?.();
  });
  const load = vi.fn(async () => "module");
  await expect(importAfterFetch(load, FILES)).rejects.toThrow();
  expect(load).not.toHaveBeenCalled();
  expect(await importAfterFetch(load, FILES)).toBe("module");
});

test.each([404, 503])("a file that the site does not have any more is told apart: status %i", async (status) => {
  vi.stubGlobal("fetch", async () => new Response("", { status }));
  const error: unknown = await importAfterFetch(async () => "module", FILES).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(isFromOldBuild(error)).toBe(status === 404);
});
