// The sign-in form as the server renders it.
import { expect, test } from "vitest";
import { postForm } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

test.each(["/login", "/signin"])("%s needs e-mail and password, and keeps the e-mail", async (path) => {
  const empty = await postForm(server(), path, { email: "", password: "" });
  expect(empty).toMatchObject({ status: 422, alert: "Please enter both email and password" });
  expect(empty.fieldError("email")).not.toBeNull();
  expect(empty.fieldError("password")).not.toBeNull();
  const half = await postForm(server(), path, { email: "asha@people.example.in", password: "" });
  expect(half).toMatchObject({ status: 422, alert: "Please enter both email and password" });
  expect(half.fieldError("email")).toBeNull();
  expect(half.value("email")).toBe("asha@people.example.in");
});

test("/signin signs in as /login does", async () => {
  const person = createPerson();
  await signUpOverApi(server(), person);
  const answer = await postForm(server(), "/signin", { email: person.email, password: person.password });
  expect(answer).toMatchObject({ status: 303, location: "/dashboard?whole" });
  expect(answer.cookie).toContain("__Host-session=");
});
