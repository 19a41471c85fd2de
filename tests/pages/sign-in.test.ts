// The sign-in form, as the server renders it.
import { expect, test } from "vitest";
import { postForm } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();

test.each(["/login", "/signin"])("%s requires email and password, and keeps the email", async (path) => {
  const empty = await postForm(server(), path, { email: "", password: "" });
  expect(empty).toMatchObject({ status: 422, alert: "Please enter both email and password" });
  expect(empty.fieldError("email")).not.toBeNull();
  expect(empty.fieldError("password")).not.toBeNull();
  const incomplete = await postForm(server(), path, { email: "asha@people.example.in", password: "" });
  expect(incomplete).toMatchObject({ status: 422, alert: "Please enter both email and password" });
  expect(incomplete.fieldError("email")).toBeNull();
  expect(incomplete.value("email")).toBe("asha@people.example.in");
});

test("/signin signs in like /login", async () => {
  const person = createPerson();
  await signUpOverApi(server(), person);
  const response = await postForm(server(), "/signin", { email: person.email, password: person.password });
  expect(response).toMatchObject({ status: 303, location: "/dashboard?whole" });
  expect(response.cookie).toContain("__Host-session=");
});
