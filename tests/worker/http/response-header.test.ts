import { Hono } from "hono";
import { expect, it } from "vitest";
import { setResponseHeader } from "../../../worker/http/response-header";

it.each([
  ["changed in place if its headers are mutable", () => Response.json({ a: 1 }), true],
  ["copied if its headers are immutable", () => Response.redirect("https://navarambh.example/"), false],
])("a finished response is %s", async (_, answer, isSame) => {
  const seen: Response[] = [];
  const app = new Hono()
    .use(async (c, next) => {
      await next();
      seen.push(c.res);
      setResponseHeader(c, "X-Request-Id", "one");
      setResponseHeader(c, "Set-Cookie", "a=1", { append: true });
      setResponseHeader(c, "Set-Cookie", "b=2", { append: true });
      seen.push(c.res);
    })
    .get("/", answer);
  const response = await app.request("/");
  expect(response.headers.get("X-Request-Id")).toBe("one");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.status).toBe(answer().status);
  expect(await response.text()).toBe(await answer().text());
  expect(seen[0] === seen[1]).toBe(isSame);
});
