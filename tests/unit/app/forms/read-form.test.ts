import { expect, test } from "vitest";
import { readForm } from "../../../../app/forms/read-form.server";

const post = (body: BodyInit, type?: string) => {
  const request = new Request("https://navarambh.example/login", { method: "POST", body });
  if (type) request.headers.set("Content-Type", type);
  else request.headers.delete("Content-Type");
  return request;
};

test("a posted form is read", async () => {
  const form = await readForm(post("email=a%40example.org", "application/x-www-form-urlencoded;charset=UTF-8"));
  expect(form.get("email")).toBe("a@example.org");
});

test.each([
  ["text", "text/plain"],
  ["JSON", "application/json"],
  ["a body without a type", undefined],
])("%s is rejected with 415", async (_, type) => {
  await expect(readForm(post("{}", type))).rejects.toMatchObject({ init: { status: 415 } });
});

test.each([
  ["a truncated form", "multipart/form-data; boundary=x"],
  ["a form with a broken boundary", 'multipart/form-data; boundary="x'],
])("%s is rejected with 400, and nothing of it is logged", async (_, type) => {
  const truncated = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@exam';
  await expect(readForm(post(truncated, type))).rejects.toMatchObject({ init: { status: 400 } });
});

test("text fields that are longer than any of the site's are rejected with 413, a file beside them is not", async () => {
  const form = new FormData();
  form.set("resume", new File(["x".repeat(200_000)], "cv.pdf"));
  form.set("name", "Asha Rao");
  expect((await readForm(postForm(form))).get("name")).toBe("Asha Rao");
  form.set("name", "a".repeat(70_000));
  await expect(readForm(postForm(form))).rejects.toMatchObject({ init: { status: 413 } });
});

function postForm(body: FormData): Request {
  return new Request("https://navarambh.example/signup", { method: "POST", body });
}
