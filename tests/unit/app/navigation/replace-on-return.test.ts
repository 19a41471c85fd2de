import { redirect } from "react-router";
import { expect, test, vi } from "vitest";
import { replaceOnReturn } from "../../../../app/navigation/replace-on-return";

const request = new Request("https://navarambh.example/login");
const redirectingLoader = async () => {
  throw redirect("/dashboard", 303);
};
const thrownBy = (pending: Promise<unknown>) =>
  pending.then(
    () => expect.unreachable("nothing was thrown"),
    (thrown: Response) => thrown,
  );

test("a redirect replaces the history entry when the page was reached by Back or Forward", async () => {
  vi.stubGlobal("location", { pathname: "/login" });
  const response = await thrownBy(replaceOnReturn(request, redirectingLoader));
  expect(response.headers.get("Location")).toBe("/dashboard");
  expect(response.headers.has("X-Remix-Replace")).toBe(true);
});

test("a redirect is pushed when the page was reached by a link", async () => {
  vi.stubGlobal("location", { pathname: "/" });
  const response = await thrownBy(replaceOnReturn(request, redirectingLoader));
  expect(response.headers.has("X-Remix-Replace")).toBe(false);
});

test("data and other errors pass unchanged", async () => {
  vi.stubGlobal("location", { pathname: "/login" });
  expect(await replaceOnReturn(request, async () => 7)).toBe(7);
  const failure = new TypeError("Failed to fetch");
  expect(await thrownBy(replaceOnReturn(request, () => Promise.reject(failure)))).toBe(failure);
});
