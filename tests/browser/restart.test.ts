// The server stops in the middle of the journey, orderly and not: what was acknowledged is there afterwards.
import { expect, test } from "vitest";
import { createAccount, fillSignUp, greeting, person, signIn } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();

test("a member is still signed in after a restart, and after kill -9 too", async () => {
  const { server } = product;
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ name: "Nisha Gaikwad" });
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await createAccount(page);
  await greeting(page, who).waitFor();

  await server.stop();
  await server.start();
  await visitor.open("/dashboard");
  await greeting(page, who).waitFor();

  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  await visitor.open("/login");
  await signIn(page, who);
  await greeting(page, who).waitFor();

  await server.kill();
  await server.start();
  await visitor.open("/dashboard");
  await greeting(page, who).waitFor();
  expect(visitor.complaints()).toEqual([]);
});

test("kill -9 between the file and the form loses neither", async () => {
  const { server } = product;
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Mentor" });
  const bytes = fileBytes("pdf", 6_000_000);
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.getByLabel("Portfolio").setInputFiles(writeFile("work.pdf", bytes));
  await page.getByText("Kept. It goes with your profile.").waitFor();

  await server.kill();
  await server.start();
  await createAccount(page);
  await greeting(page, who).waitFor();

  await server.kill();
  await server.start();
  await visitor.open("/dashboard");
  const href = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(href ?? "")).body())).toBe(fingerprint(bytes));
});

test("a form that is sent while the server is away keeps what was typed and works afterwards", async () => {
  const { server } = product;
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Investor" });
  await visitor.open("/signup");
  await fillSignUp(page, who);

  await server.kill();
  await createAccount(page);
  await page
    .getByRole("alert")
    .getByText(/^We could not be reached/)
    .first()
    .waitFor();
  await server.start();
  await createAccount(page);
  await greeting(page, who).waitFor();
});
