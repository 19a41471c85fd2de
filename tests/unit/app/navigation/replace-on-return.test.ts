import { redirect } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { replaceOnReturn } from "../../../../app/navigation/replace-on-return";

afterEach(() => {
  vi.unstubAllGlobals();
});

const request = new Request("https://navarambh.example/login");
const sendOn = async () => {
  throw redirect("/dashboard", 303);
};
const thrownBy = (pending: Promise<unknown>) =>
  pending.then(
    () => expect.unreachable("nothing was thrown"),
    (thrown: Response) => thrown,
  );

test("a page reached by the history gives its place to the one it sends on to", async () => {
  vi.stubGlobal("location", { pathname: "/login" });
  const sent = await thrownBy(replaceOnReturn(request, sendOn));
  expect(sent.headers.get("Location")).toBe("/dashboard");
  expect(sent.headers.has("X-Remix-Replace")).toBe(true);
});

test("a page reached by a link does not take the place of the one before", async () => {
  vi.stubGlobal("location", { pathname: "/" });
  const sent = await thrownBy(replaceOnReturn(request, sendOn));
  expect(sent.headers.has("X-Remix-Replace")).toBe(false);
});

test("data and other failures pass as they are", async () => {
  vi.stubGlobal("location", { pathname: "/login" });
  expect(await replaceOnReturn(request, async () => 7)).toBe(7);
  const failure = new TypeError("Failed to fetch");
  expect(await thrownBy(replaceOnReturn(request, () => Promise.reject(failure)))).toBe(failure);
});
