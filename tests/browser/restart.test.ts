// The server is killed during sign-up: everything that it confirmed survives. An orderly stop is tested in
// tests/conformance/durability.test.ts.
import { expect, test } from "vitest";
import { formError } from "../support/forms";
import { createAccount, createPerson, fillSignUp, greeting } from "../support/people";
import { useProduct } from "../support/product";
import { type ProductServer, startServer } from "../support/server";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

let server: ProductServer;
const product = useProduct({
  start: async () => {
    server = await startServer();
    return server;
  },
});

test("a form submitted without a server keeps its file, and a killed server loses no file, account or session", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
  const bytes = fileBytes("pdf", 6_000_000);
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByLabel("Portfolio").setInputFiles(writeFile("work.pdf", bytes));
  await page.getByText("Kept. It goes with your profile.").waitFor();

  await server.kill();
  await createAccount(page);
  await formError(
    page,
    "We could not be reached. Check your connection, then try again. Everything you typed is still here.",
  ).waitFor();
  await server.start();
  await createAccount(page);
  await greeting(page, person).waitFor();

  await server.kill();
  await server.start();
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  const link = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(link ?? "")).body())).toBe(fingerprint(bytes));
});
