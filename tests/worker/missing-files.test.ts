import { expect, it } from "vitest";
import { createTestApp } from "./support/test-app";

it.each(["/assets/entry-abc.js", "/assets/a/b.css", "/fonts/gone.woff2", "/covers/%0A", "/assets/%0a%2f"])(
  "a missing static file, %s, gets an empty 404 instead of a page",
  async (path) => {
    const response = await createTestApp().browser().fetch(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.text()).toBe("");
  },
);
